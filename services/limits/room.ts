import {
  assertWithinQuotas,
  assertWithinStorage,
  isBounded,
  type Quotas,
  unbounded,
} from '../../domain/quotas.ts';
import {
  findOwnQuotas,
  findQuotas,
  lockUsage,
  noteBegunRelease,
  noteTokenPackage,
  noteTokenRelease,
  type Owner,
} from '../../store/postgres/packages/usage.ts';
import type { Transaction } from '../../store/postgres/pool.ts';

/** The owner of the file, and the token of its upload; null without a token. */
interface Brought {
  owner: Owner;
  tokenId: string | null;
  releaseId: string;
}

/**
 * Checks the storage quotas of the owner and of the token, after a file was added to a release.
 * @throws DomainError `policy_violation`
 */
export async function assertRoom(
  tx: Transaction,
  { owner, tokenId, releaseId }: Brought,
  instance: Quotas | undefined,
): Promise<void> {
  const { storageBytes } = instance ? await findQuotas(tx, owner, instance) : unbounded;
  if (storageBytes !== null) {
    const quotas = { ...unbounded, storageBytes };
    assertWithinStorage(quotas, await lockUsage(tx, owner, quotas));
  }
  if (tokenId === null) return;
  const quotas = await findOwnQuotas(tx, { tokenId });
  if (!isBounded(quotas)) return;
  await noteTokenRelease(tx, tokenId, releaseId);
  if (quotas.storageBytes === null) return;
  const stored = { ...unbounded, storageBytes: quotas.storageBytes };
  assertWithinStorage(stored, await lockUsage(tx, { tokenId }, stored), 'token');
}

/**
 * Checks the package quotas of the owner and of the token, after a package was created explicitly.
 * @throws DomainError `policy_violation`
 */
export async function assertRoomForPackage(
  tx: Transaction,
  { owner, tokenId, packageId }: Omit<Brought, 'releaseId'> & { packageId: string },
  instance: Quotas | undefined,
): Promise<void> {
  const { packages } = instance ? await findQuotas(tx, owner, instance) : unbounded;
  if (packages !== null) {
    const quotas = { ...unbounded, packages };
    assertWithinQuotas(quotas, await lockUsage(tx, owner, quotas), { isNew: true });
  }
  if (tokenId === null) return;
  const own = await findOwnQuotas(tx, { tokenId });
  if (!isBounded(own)) return;
  await noteTokenPackage(tx, tokenId, packageId);
  const quotas = { ...unbounded, packages: own.packages };
  assertWithinQuotas(quotas, await lockUsage(tx, { tokenId }, quotas), { isNew: true, holder: 'token' });
}

/**
 * Counts a new release for the token that began it, if the token has quotas.
 * @throws DomainError `policy_violation`
 */
export async function countRelease(
  tx: Transaction,
  tokenId: string | null,
  { packageId, releaseId, isNew }: { packageId: string; releaseId: string; isNew: boolean },
): Promise<void> {
  if (tokenId === null) return;
  const quotas = await findOwnQuotas(tx, { tokenId });
  if (!isBounded(quotas)) return;
  if (isNew) await noteTokenPackage(tx, tokenId, packageId);
  await noteTokenRelease(tx, tokenId, releaseId);
  await noteBegunRelease(tx, { tokenId });
  assertWithinQuotas(quotas, await lockUsage(tx, { tokenId }, quotas), { isNew, holder: 'token' });
}
