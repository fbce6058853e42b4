import { DomainError } from './errors.ts';

/** Quotas of one owner, a person or an organization, or of one token; null: unlimited. */
export interface Quotas {
  packages: number | null;
  releasesPerDay: number | null;
  storageBytes: number | null;
}

export const unbounded: Quotas = { packages: null, releasesPerDay: null, storageBytes: null };

/** The usage of an owner, including the new objects. Usage without a quota is not counted. */
export interface Usage {
  packages: number;
  releasesToday: number;
  storageBytes: number;
}

/** The holder of the quota, for messages. */
export type Holder = 'owner' | 'token';

/**
 * `isNew`: the package is new as well. Existing packages stay when a quota is lowered. @throws DomainError
 * `policy_violation`
 */
export function assertWithinQuotas(
  quotas: Quotas,
  usage: Usage,
  { isNew, holder = 'owner' }: { isNew: boolean; holder?: Holder },
): void {
  if (isNew && quotas.packages !== null && usage.packages > quotas.packages) {
    const had = holder === 'token' ? 'has made' : 'has';
    throw new DomainError(
      'policy_violation',
      `the ${holder} ${had} ${quotas.packages} packages, archived ones included: that is the quota`,
    );
  }
  if (quotas.releasesPerDay !== null && usage.releasesToday > quotas.releasesPerDay) {
    throw new DomainError(
      'policy_violation',
      `the ${holder} has begun ${quotas.releasesPerDay} releases in the last 24 hours, refused and withdrawn ones included: that is the quota`,
    );
  }
  assertWithinStorage(quotas, usage, holder);
}

/** Checks the storage, also for files that join a release. @throws DomainError `policy_violation` */
export function assertWithinStorage(quotas: Quotas, { storageBytes }: Usage, holder: Holder = 'owner'): void {
  if (quotas.storageBytes === null || storageBytes <= quotas.storageBytes) return;
  const detail = `the ${holder} would store ${storageBytes} bytes, more than the quota of ${quotas.storageBytes}`;
  throw new DomainError('policy_violation', detail);
}

export const isBounded = (quotas: Quotas) => Object.values(quotas).some((quota) => quota !== null);
