import { DomainError } from '../../domain/errors.ts';
import { stagingKey } from '../../store/blobs/blobs.ts';
import { saveFindings } from '../../store/postgres/findings/findings.ts';
import type { PackageRow } from '../../store/postgres/packages/packages.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import type { ReleaseRow } from '../../store/postgres/releases/releases.ts';
import { listWaitingFiles } from '../../store/postgres/releases/staged-files.ts';
import { deleteUpload, type UploadRow } from '../../store/postgres/releases/uploads.ts';
import type { Platform } from '../platform.ts';
import { type JoiningFile, loadJoining } from '../publishing/joining-files.ts';
import { factsOf, insertFile } from '../publishing/store-files.ts';
import { recordAttachment } from './record-attachment.ts';

interface Target {
  tx: Transaction;
  pkg: PackageRow;
  release: ReleaseRow;
}

/** Adds a file to a release, with its extracts and the findings of its upload. */
export async function joinFile(
  { ecosystems }: Pick<Platform, 'ecosystems'>,
  { tx, pkg, release }: Target,
  { upload, extracts }: JoiningFile,
): Promise<void> {
  await insertFile(tx, ecosystems, { file: upload, releaseId: release.id, extracts });
  const { filename } = factsOf(ecosystems, upload);
  await saveFindings(tx, { id: release.id, packageId: pkg.id, filename }, upload.findings ?? []);
  await recordAttachment(tx, { performer: upload.actor, pkg, release, filename });
}

/**
 * Loads the checked files that wait with a release, before the transaction that makes it visible. A file whose bytes
 * are lost is removed, which voids an approval of the files.
 */
export async function loadWaiting(
  { pool, blobs, log }: Pick<Platform, 'pool' | 'blobs' | 'log'>,
  releaseId: string,
): Promise<JoiningFile[]> {
  const joining: JoiningFile[] = [];
  for (const upload of await listWaitingFiles(pool, releaseId)) {
    if ((await blobs.stat(stagingKey(upload.id))) === undefined) {
      log.warn({ releaseId, filename: upload.filename }, 'the bytes of a waiting file are gone');
      await deleteUpload(pool, upload.id);
      continue;
    }
    const loaded = await loadJoining(pool, upload);
    if (loaded) joining.push(loaded);
  }
  return joining;
}

/**
 * Adds all waiting files in the transaction that makes their release visible, so that readers see them together.
 * @throws DomainError `overloaded` when files were added or removed since `loadWaiting`
 */
export async function joinWaiting(
  platform: Pick<Platform, 'ecosystems'>,
  target: Target,
  waiting: readonly JoiningFile[],
): Promise<UploadRow[]> {
  const { tx, release } = target;
  const now = await listWaitingFiles(tx, release.id);
  const isSame =
    now.length === waiting.length && now.every(({ id }) => waiting.some(({ upload }) => upload.id === id));
  if (!isSame) throw new DomainError('overloaded', 'a file came or went at the same moment');
  for (const file of waiting) {
    await joinFile(platform, target, file);
    await deleteUpload(tx, file.upload.id);
  }
  return waiting.map(({ upload }) => upload);
}
