import { log } from '@temporalio/activity';
import { notFound, DomainError } from '../domain/errors.ts';
import { isReadable } from '../domain/release.ts';
import { keepPlaced, placedBefore } from '../services/files/place-blobs.ts';
import { assertRoom } from '../services/limits/room.ts';
import { beginsToRunScripts } from '../services/policies/judge.ts';
import { assertMayPublish, loadUploader } from '../services/publishing/placement.ts';
import { withdrawFile } from '../services/publishing/withdraw-file.ts';
import { recordAttachment } from '../services/releases/record-attachment.ts';
import { stagingKey } from '../store/blobs/blobs.ts';
import { unchanged } from '../store/postgres/packages/catalog.ts';
import type { PackageRow } from '../store/postgres/packages/packages.ts';
import type { Transaction } from '../store/postgres/pool.ts';
import { findReleaseById, type ReleaseRow } from '../store/postgres/releases/releases.ts';
import { listWaitingFiles } from '../store/postgres/releases/staged-files.ts';
import { deleteUpload, findUpload, takeUpload, type UploadRow } from '../store/postgres/releases/uploads.ts';
import type { PublishDeps } from './publish-deps.ts';
import { bytesOf, factsOf, hasFile, insertFile, type JoiningFile, loadJoining } from './store-files.ts';

export interface AddedFile {
  uploadId: string;
  packageId: string;
  releaseId: string;
  filename: string;
  sha256: string;
}

type AddDeps = Pick<PublishDeps, 'pool' | 'blobs' | 'catalog' | 'ecosystems' | 'quotas'>;

/**
 * One more file for a visible release, in one transaction: artifact, extracts, documents, audit entry, notice to the
 * caches; its bytes are at their address before. Nothing happens when it is there. @throws DomainError `not_found`,
 * `digest_conflict`, `invalid_state`, `policy_violation`
 */
export async function addFile(deps: AddDeps, file: AddedFile): Promise<void> {
  const { pool, blobs, catalog } = deps;
  const joining = await loadJoining(pool, await findUpload(pool, file.uploadId));
  await placedBefore(deps, joining ? bytesOf(pool, joining) : [], (placed) =>
    catalog.changePackage(file.packageId, async (tx, pkg) => {
      const release = await findReleaseById(tx, file.releaseId);
      if (!release || !isReadable(release)) throw notFound('version');
      if (hasFile(release, file)) return unchanged;
      const taken = release.artifacts.map(({ filename }) => filename);
      deps.ecosystems.get(pkg.ecosystem).assertFits(file.filename, taken);
      if (!joining || !(await takeUpload(tx, file.uploadId))) {
        throw new DomainError('invalid_state', 'the upload has expired: send it again');
      }
      assertMayPublish(pkg, await loadUploader(tx, joining.upload), joining.upload);
      if (await beginsToRunScripts(tx, release, asJoining(file.filename, joining))) {
        throw new DomainError(
          'policy_violation',
          'the file would bring scripts that run at installation: publish it with a version of its own',
        );
      }
      await keepPlaced(tx, placed);
      await join(deps, { tx, pkg, release }, joining);
      const { tokenId } = joining.upload.actor;
      await assertRoom(tx, { owner: pkg, tokenId, releaseId: release.id }, deps.quotas);
      return undefined;
    }),
  );
  await blobs.delete(stagingKey(file.uploadId));
}

const asJoining = (filename: string, file: JoiningFile) => ({ ...file, filename, cameAt: new Date() });

interface Target {
  tx: Transaction;
  pkg: PackageRow;
  release: ReleaseRow;
}

async function join(
  { ecosystems }: Pick<AddDeps, 'ecosystems'>,
  { tx, pkg, release }: Target,
  { upload, extracts }: JoiningFile,
): Promise<void> {
  await insertFile(tx, ecosystems, { file: upload, releaseId: release.id, extracts });
  const { filename } = factsOf(ecosystems, upload);
  await recordAttachment(tx, { performer: upload.actor, pkg, release, filename });
}

/** Checked files that wait for a release, as they are before the transaction that makes it visible. */
export async function loadWaiting(
  { pool, blobs }: Pick<AddDeps, 'pool' | 'blobs'>,
  releaseId: string,
): Promise<JoiningFile[]> {
  const joining: JoiningFile[] = [];
  for (const upload of await listWaitingFiles(pool, releaseId)) {
    // the release does not fail with a file whose bytes were lost
    if ((await blobs.stat(stagingKey(upload.id))) === undefined) continue;
    const loaded = await loadJoining(pool, upload);
    if (loaded) joining.push(loaded);
  }
  return joining;
}

/**
 * In the transaction that makes their release visible, so that nobody sees one without the other. Those that came since
 * they were loaded follow a moment later; what is in the way of one already stays, and one that policies are against goes.
 */
export async function joinWaiting(
  deps: Pick<AddDeps, 'ecosystems'>,
  target: Target,
  waiting: readonly JoiningFile[],
): Promise<UploadRow[]> {
  const { tx, release } = target;
  const stillThere = new Set((await listWaitingFiles(tx, release.id)).map(({ id }) => id));
  const gone: UploadRow[] = [];
  for (const file of waiting.filter(({ upload }) => stillThere.has(upload.id))) {
    const { filename } = factsOf(deps.ecosystems, file.upload);
    const isThere = release.artifacts.some((artifact) => artifact.filename === filename);
    if (!isThere && (await withdrawFile(target, { ...file.upload, filename }))) {
      gone.push(file.upload);
      continue;
    }
    const isHeld = !isThere && (await beginsToRunScripts(tx, release, asJoining(filename, file)));
    if (isHeld) log.warn('a file does not join: it would bring scripts', { releaseId: release.id, filename });
    else if (!isThere) await join(deps, target, file);
    await deleteUpload(tx, file.upload.id);
    gone.push(file.upload);
  }
  return gone;
}
