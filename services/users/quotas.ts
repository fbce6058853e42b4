import { authorizeOnPlatform } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Quotas, Usage } from '../../domain/quotas.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import {
  changeOwnQuotas,
  countUsage,
  findOwnQuotas,
  findQuotas,
  type Owner,
  type QuotaChange,
} from '../../store/postgres/packages/usage.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { requireOrganization } from '../organizations/get.ts';
import { requireUserNamed } from './personal-data.ts';

/** Whose quotas: one of the two. */
export interface NamedOwner {
  username?: string | undefined;
  organizationSlug?: string | undefined;
}

export interface OwnerQuotas {
  /** Set for this owner; null: left to the instance. */
  own: Quotas;
  /** What counts; null: any number. */
  effective: Quotas;
  usage: Usage;
}

interface QuotaDeps {
  pool: Pool;
  config: { readonly publish: { readonly quotas: Quotas } };
}

/** So that everything is counted. */
const countAll: Quotas = { packages: 1e9, releasesPerDay: 1e9, storageBytes: 0 };

/** @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden`, `not_found`, `validation_failed` */
export async function getQuotas(deps: QuotaDeps, { actor }: Caller, named: NamedOwner): Promise<OwnerQuotas> {
  authorizeOnPlatform(actor, 'manage_users');
  return read(deps, await findOwner(deps.pool, named));
}

/** Absent members stay, null leaves it to the instance. @throws DomainError as {@link getQuotas} */
export async function setQuotas(
  deps: QuotaDeps,
  caller: Caller,
  named: NamedOwner,
  change: QuotaChange,
): Promise<OwnerQuotas> {
  authorizeOnPlatform(caller.actor, 'manage_users');
  const owner = await findOwner(deps.pool, named);
  await deps.pool.transaction(async (tx) => {
    const after = await changeOwnQuotas(tx, owner, change);
    await writeAudit(tx, {
      action: 'quota_update',
      performer: performedBy(caller),
      ...(owner.ownerUserId === null ? {} : { targetUserId: owner.ownerUserId }),
      ...(owner.ownerOrgId === null ? {} : { targetOrgId: owner.ownerOrgId }),
      metadata: {
        packages: after.packages,
        releases_per_day: after.releasesPerDay,
        storage_bytes: after.storageBytes,
      },
    });
  });
  return read(deps, owner);
}

async function read({ pool, config }: QuotaDeps, owner: Owner): Promise<OwnerQuotas> {
  return {
    own: await findOwnQuotas(pool, owner),
    effective: await findQuotas(pool, owner, config.publish.quotas),
    usage: await countUsage(pool, owner, countAll),
  };
}

async function findOwner(pool: Pool, { username, organizationSlug }: NamedOwner): Promise<Owner> {
  if ((username === undefined) === (organizationSlug === undefined)) {
    throw new DomainError('validation_failed', 'name one owner: a username or an org_slug');
  }
  if (organizationSlug !== undefined) {
    return { ownerUserId: null, ownerOrgId: (await requireOrganization(pool, organizationSlug)).id };
  }
  return { ownerUserId: (await requireUserNamed(pool, username ?? '')).id, ownerOrgId: null };
}
