import type { Actor } from '../../domain/actor.ts';
import { isPlatformAdmin } from '../../domain/authorize.ts';
import { forbidden } from '../../domain/errors.ts';
import { isReadable } from '../../domain/release.ts';
import { listOpenFindings } from '../../store/postgres/findings/findings.ts';
import { getPackageById } from '../../store/postgres/packages/packages.ts';
import type { Queryable, Transaction } from '../../store/postgres/pool.ts';
import { findReleaseById } from '../../store/postgres/releases/releases.ts';
import { deleteUpload } from '../../store/postgres/releases/uploads.ts';
import { assertNotWithheld } from '../packages/withheld.ts';

/** The release whose bytes or rows would be removed, as a whole or one of its files. */
export interface Removed {
  packageId: string;
  releaseId: string;
}

/**
 * Checks a removal or replacement of bytes or rows of a release by a user. What the platform withholds stays until a
 * platform administrator has decided: everything in a quarantined repository or package, a release held by the
 * platform with its waiting files, and a visible release with an open finding of malware.
 * @throws DomainError `forbidden`
 */
export async function assertRemovable(db: Queryable, by: Actor, removed: Removed): Promise<void> {
  if (!isPlatformAdmin(by)) await assertNothingWithholds(db, by, removed);
}

async function assertNothingWithholds(
  db: Queryable,
  by: Actor,
  { packageId, releaseId }: Removed,
): Promise<void> {
  assertNotWithheld(by, await getPackageById(db, packageId));
  const release = await findReleaseById(db, releaseId);
  if (release?.isHeldByPlatform === true) {
    throw forbidden('the platform holds this release: an administrator of the platform decides about it');
  }
  // users who decide about an invisible release may reject it
  if (!release || !isReadable(release)) return;
  const isMalware = (await listOpenFindings(db, releaseId)).some(({ kind }) => kind === 'malware');
  if (!isMalware) return;
  throw forbidden(
    `${release.version} has an open finding of malware: administrators of the platform delete it`,
  );
}

/** Removes the upload of a waiting file after {@link assertRemovable}. @throws as {@link assertRemovable} */
export async function removeWaiting(
  tx: Transaction,
  by: Actor,
  { uploadId, ...removed }: Removed & { uploadId: string },
): Promise<void> {
  await assertRemovable(tx, by, removed);
  await deleteUpload(tx, uploadId);
}
