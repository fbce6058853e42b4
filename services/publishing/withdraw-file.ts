import { system } from '../../domain/actor.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { stagingKey } from '../../store/blobs/blobs.ts';
import { limitLockWait } from '../../store/postgres/lock-wait.ts';
import { lockPackage, type PackageRow } from '../../store/postgres/packages/packages.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { findReleaseById, type ReleaseRow } from '../../store/postgres/releases/releases.ts';
import { listWaitingFiles, type WaitingFile } from '../../store/postgres/releases/staged-files.ts';
import { credentialOf, deleteUpload } from '../../store/postgres/releases/uploads.ts';
import { isWithheld } from '../packages/withheld.ts';
import { findRevocation } from './authority.ts';
import type { Platform } from '../platform.ts';

interface Waiting {
  tx: Transaction;
  pkg: PackageRow;
  release: Pick<ReleaseRow, 'id' | 'version'>;
}

/**
 * Withdraws a waiting file whose credential was revoked, with the reason in the audit log. False for a valid
 * credential.
 */
export async function withdrawFile(
  { tx, pkg, release }: Waiting,
  file: Pick<WaitingFile, 'id' | 'actor' | 'filename' | 'sha256'>,
): Promise<boolean> {
  const lost = await findRevocation(tx, credentialOf(file));
  if (!lost) return false;
  await deleteUpload(tx, file.id);
  await writeAudit(tx, {
    action: 'artifact_remove',
    performer: system,
    targetOrgId: pkg.ownerOrgId,
    targetPackageId: pkg.id,
    targetReleaseId: release.id,
    metadata: {
      ecosystem: pkg.ecosystem,
      name: pkg.name,
      version: release.version,
      filename: file.filename,
      sha256: file.sha256,
      reason: lost.why,
    },
  });
  return true;
}

/** A publish of the same package may hold its lock for longer; the next round tries again. */
const lockWaitMs = 250;

/** Withdraws a file that still waits with a release, unless its place is in quarantine. False otherwise. */
export async function withdrawStagedFile(
  { pool, blobs }: Pick<Platform, 'pool' | 'blobs'>,
  { uploadId, packageId, releaseId }: { uploadId: string; packageId: string; releaseId: string },
): Promise<boolean> {
  const isWithdrawn = await pool.transaction(async (tx) => {
    await limitLockWait(tx, lockWaitMs);
    const pkg = await lockPackage(tx, packageId);
    if (isWithheld(pkg)) return false;
    const release = await findReleaseById(tx, releaseId);
    const file = (await listWaitingFiles(tx, releaseId)).find(({ id }) => id === uploadId);
    return release !== null && file !== undefined && (await withdrawFile({ tx, pkg, release }, file));
  });
  if (isWithdrawn) await blobs.delete(stagingKey(uploadId));
  return isWithdrawn;
}
