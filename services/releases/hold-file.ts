import type { Configured } from '../platform.ts';
import { assertRoom } from '../limits/room.ts';
import { assertMayPublish, loadUploader } from '../publishing/placement.ts';
import { findObstacle, type JoiningVisible } from './obstacle.ts';
import { removeWaiting } from './removable.ts';
import { scanFailed } from '../../workflows/definitions.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import type { PackageRow } from '../../store/postgres/packages/packages.ts';
import type { Queryable, Transaction } from '../../store/postgres/pool.ts';
import { listOpenDecisions, settleDecisions } from '../../store/postgres/releases/decisions.ts';
import type { ReleaseRow } from '../../store/postgres/releases/releases.ts';
import { listStagedExtracts } from '../../store/postgres/releases/staged-extracts.ts';
import { saveStagedFile, type WaitingFile } from '../../store/postgres/releases/staged-files.ts';
import type { UploadRow } from '../../store/postgres/releases/uploads.ts';

interface Arrival {
  tx: Transaction;
  pkg: PackageRow;
  /** The visible release. */
  release: ReleaseRow;
  file: { kind: string; filename: string; contentType: string; sha256: string };
  upload: UploadRow;
  /** The same file, once it is held. */
  waiting: WaitingFile | undefined;
}

/** Why a file waits. `isToScan`: it was not scanned, and a user has requested another scan. */
export interface FileHold {
  reason: string;
  isToScan?: boolean;
}

/**
 * Returns why a file that would join a visible release waits for its own decision, or null without an obstacle. Checks
 * the right of its uploader each time. Needs the locks of the package and of the release.
 * @throws DomainError `forbidden`, `policy_violation` when too many files wait
 */
export async function holdFile(
  { config }: Configured<'publish'>,
  arrival: Arrival,
): Promise<FileHold | null> {
  const { tx, pkg, release, file, upload, waiting } = arrival;
  const uploader = await loadUploader(tx, upload);
  await assertMayPublish(tx, pkg, uploader, upload);
  const subject = { releaseId: release.id, uploadId: upload.id };
  const reason = await findObstacle(tx, release, waiting ?? (await asWaiting(tx, file.filename, upload)));
  if (reason === null) return null;
  const open = await listOpenDecisions(tx, subject);
  const isRecheck = ({ kind }: { kind: string }) => kind === 'recheck';
  await settleDecisions(tx, open.filter(isRecheck), 'applied');
  await settleDecisions(tx, open, 'void');
  const isToScan = reason === scanFailed && waiting?.heldFor === reason && open.length > 0;
  if (waiting?.heldFor === reason) return { reason, isToScan };
  const replaced = await saveStagedFile(tx, {
    ...file,
    ...subject,
    stagedBy: upload.actor.userId,
    heldFor: reason,
  });
  if (replaced !== null) {
    await removeWaiting(tx, uploader, { packageId: pkg.id, releaseId: release.id, uploadId: replaced });
  }
  await recordHold(arrival, reason);
  const { tokenId } = upload.actor;
  await assertRoom(tx, { owner: pkg, tokenId, releaseId: release.id }, config.publish.quotas);
  return { reason };
}

/** Converts a new file to the form of a waiting one. */
export async function asWaiting(db: Queryable, filename: string, upload: UploadRow): Promise<JoiningVisible> {
  const extracts = await listStagedExtracts(db, upload.id);
  const extractedBytes = extracts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return { ...upload, filename, stagedAt: new Date(), heldFor: null, extractedBytes };
}

async function recordHold({ tx, pkg, release, file, upload }: Arrival, reason: string): Promise<void> {
  const { userId, tokenId, ipAddress, userAgent } = upload.actor;
  const { filename, sha256 } = file;
  await writeAudit(tx, {
    action: 'artifact_hold',
    performer: { userId, tokenId, ipAddress, userAgent },
    targetOrgId: pkg.ownerOrgId,
    targetPackageId: pkg.id,
    targetReleaseId: release.id,
    metadata: {
      ecosystem: pkg.ecosystem,
      name: pkg.name,
      version: release.version,
      filename,
      sha256,
      reason,
    },
  });
}
