import { DomainError, notFound } from '../../domain/errors.ts';
import { fileSetOf } from '../../domain/file-set.ts';
import { isInFlight, isReadable } from '../../domain/release.ts';
import { keepPlaced, placedBefore } from '../files/place-blobs.ts';
import { assertRoom } from '../limits/room.ts';
import { concludeDecisions } from './decisions/conclude.ts';
import { stagingKey } from '../../store/blobs/blobs.ts';
import { unchanged } from '../../store/postgres/packages/catalog.ts';
import { lockPackage, type PackageRow } from '../../store/postgres/packages/packages.ts';
import type { Queryable, Transaction } from '../../store/postgres/pool.ts';
import {
  isRemoval,
  listOpenDecisions,
  lockReleaseState,
  settleDecisions,
} from '../../store/postgres/releases/decisions.ts';
import { findReleaseById } from '../../store/postgres/releases/releases.ts';
import { findHeldFile } from '../../store/postgres/releases/staged-files.ts';
import { credentialOf, deleteUpload, findUpload, takeUpload } from '../../store/postgres/releases/uploads.ts';
import { asWaiting, holdFile } from './hold-file.ts';
import { findObstacle } from './obstacle.ts';
import type { Configured, Platform } from '../platform.ts';
import { isWithheld } from '../packages/withheld.ts';
import { findRevocation } from '../publishing/authority.ts';
import { bytesOf, hasFile, loadJoining } from '../publishing/joining-files.ts';
import { acceptFindings } from './accept-findings.ts';
import { joinFile } from './join-files.ts';

export interface AddedFile {
  uploadId: string;
  packageId: string;
  releaseId: string;
  kind: string;
  filename: string;
  contentType: string;
  sha256: string;
}

/** `reason`: why the file waits or was discarded. */
export interface FileOutcome {
  status: 'joined' | 'staged' | 'held' | 'rejected';
  reason: string | null;
  /** The file waits because it was not scanned, and has to be scanned now. */
  isToScan?: boolean;
}

type Adding = Pick<Platform, 'pool' | 'blobs' | 'catalog' | 'ecosystems'> & Configured<'publish'>;

const joined: FileOutcome = { status: 'joined', reason: null };

/**
 * Adds one more file to a visible release. The release is judged together with the file. Without an objection the file
 * joins in one transaction (artifact, extracts, findings, documents, audit entry, notice to the caches; its bytes are
 * at their address before). A file with an objection waits separately, and is judged again after a decision. A file
 * that the release already has changes nothing.
 * @throws DomainError `not_found`, `digest_conflict`, `invalid_state`, `forbidden`
 */
export async function addFile(platform: Adding, file: AddedFile): Promise<FileOutcome> {
  const { pool, blobs, catalog } = platform;
  let outcome = joined;
  // bytes of a waiting file are not copied; bytes of a joining file are placed before the package is locked
  if (await isObstructed(pool, file)) {
    outcome = await pool.transaction(async (tx) =>
      judgeFile(platform, { tx, pkg: await lockPackage(tx, file.packageId) }, file),
    );
  }
  if (outcome.status === 'joined') {
    const joining = await loadJoining(pool, await findUpload(pool, file.uploadId));
    await placedBefore(platform, joining ? bytesOf(pool, joining) : [], (placed) =>
      catalog.changePackage(file.packageId, async (tx, pkg) => {
        outcome = await judgeFile(platform, { tx, pkg }, file);
        if (outcome.status !== 'joined') return unchanged;
        const release = await findReleaseById(tx, file.releaseId);
        if (!release || hasFile(release, file)) return unchanged;
        if (!joining || !(await takeUpload(tx, file.uploadId))) throw expired();
        await keepPlaced(tx, placed);
        await joinFile(platform, { tx, pkg, release }, joining);
        const subject = { releaseId: release.id, uploadId: file.uploadId };
        await acceptFindings(tx, pkg, { ...subject, filename: file.filename });
        await concludeDecisions(tx, subject, fileSetOf([file]));
        const { tokenId } = joining.upload.actor;
        await assertRoom(tx, { owner: pkg, tokenId, releaseId: release.id }, platform.config.publish.quotas);
        return undefined;
      }),
    );
  }
  if (outcome.status !== 'held') await blobs.delete(stagingKey(file.uploadId));
  return outcome;
}

const expired = () => new DomainError('invalid_state', 'the upload has expired: send it again');

/** Whether to call {@link judgeFile} before the bytes are copied. Read without a lock, so it is only a hint. */
async function isObstructed(db: Queryable, { releaseId, uploadId, filename }: AddedFile): Promise<boolean> {
  const release = await findReleaseById(db, releaseId);
  const waiting = await findHeldFile(db, { releaseId, uploadId });
  const upload = waiting ?? (await findUpload(db, uploadId));
  if (!release || !isReadable(release) || !upload) return true;
  return (await findObstacle(db, release, waiting ?? (await asWaiting(db, filename, upload)))) !== null;
}

interface Place {
  tx: Transaction;
  pkg: PackageRow;
}

/**
 * `joined`: the file has no obstacle, or is in the release already. An obstacle holds the file in this transaction.
 */
async function judgeFile(platform: Adding, { tx, pkg }: Place, file: AddedFile): Promise<FileOutcome> {
  const { releaseId, uploadId, filename } = file;
  await lockReleaseState(tx, releaseId);
  const release = await findReleaseById(tx, releaseId);
  const waiting = (await findHeldFile(tx, { releaseId, uploadId })) ?? undefined;
  // the release is hidden at the moment: the file continues to wait
  if (waiting && release && isInFlight(release)) return { status: 'held', reason: waiting.heldFor };
  if (!release || !isReadable(release)) throw notFound('version');
  if (hasFile(release, file)) return joined;
  const upload = waiting ?? (await findUpload(tx, uploadId));
  if (!upload) throw expired();
  const open = await listOpenDecisions(tx, { releaseId, uploadId });
  const removal = open.find(isRemoval);
  if (removal) {
    await settleDecisions(tx, [removal], 'applied');
    await settleDecisions(tx, open, 'void');
    await deleteUpload(tx, uploadId);
    return { status: 'rejected', reason: removal.reason };
  }
  // in quarantine a file stays even when its owner revokes the credential
  if (waiting && isWithheld(pkg) && (await findRevocation(tx, credentialOf(upload))) !== null) {
    return { status: 'held', reason: waiting.heldFor };
  }
  platform.ecosystems.get(pkg.ecosystem).assertFits(
    filename,
    release.artifacts.map((artifact) => artifact.filename),
  );
  const hold = await holdFile(platform, { tx, pkg, release, file, upload, waiting });
  return hold === null ? joined : { status: 'held', ...hold };
}
