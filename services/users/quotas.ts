import { validate as isUuid } from 'uuid';
import type { AuditEntry } from '../../domain/audit.ts';
import { authorizeOnPlatform } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import type { Quotas, Usage } from '../../domain/quotas.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import {
  changeOwnQuotas,
  countUsage,
  findOwnQuotas,
  findQuotas,
  type Holder,
  type QuotaChange,
} from '../../store/postgres/packages/usage.ts';
import { findToken } from '../../store/postgres/identity/tokens.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { findOrganization } from '../../store/postgres/organizations/organizations.ts';
import { requireOrganization } from '../organizations/get.ts';
import { requireUserNamed } from './personal-data.ts';
import type { Platform } from '../platform.ts';

/** The holder of the quotas: exactly one of the three. */
export interface NamedOwner {
  username?: string | undefined;
  organizationSlug?: string | undefined;
  tokenId?: string | undefined;
}

export interface OwnerQuotas {
  /** Quotas of this owner; null: the quotas of the instance apply. */
  own: Quotas;
  /** The effective quotas; null: unlimited. */
  effective: Quotas;
  usage: Usage;
}

/** Finds the named owner: a token by its id, an organization, else a user. @throws DomainError as {@link getQuotas} */
export async function findQuotaOwner(
  { pool }: Pick<Platform, 'pool'>,
  { actor }: Caller,
  name: string,
): Promise<NamedOwner> {
  authorizeOnPlatform(actor, 'manage_users');
  if (isUuid(name)) return { tokenId: name };
  const organization = await findOrganization(pool, name);
  return organization ? { organizationSlug: organization.slug } : { username: name };
}

/** Quotas that cause every kind of usage to be counted. */
const countAll: Quotas = { packages: 1e9, releasesPerDay: 1e9, storageBytes: 0 };

/** @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden`, `not_found`, `validation_failed` */
export async function getQuotas(
  platform: Pick<Platform, 'pool'> & { config: { readonly publish: { readonly quotas: Quotas } } },
  { actor }: Caller,
  named: NamedOwner,
): Promise<OwnerQuotas> {
  authorizeOnPlatform(actor, 'manage_users');
  return read(platform, (await findHolder(platform.pool, named)).holder);
}

/**
 * Absent members are unchanged. Null applies the quota of the instance; for a token, that of its owner.
 * @throws DomainError as {@link getQuotas}
 */
export async function setQuotas(
  platform: Pick<Platform, 'pool'> & { config: { readonly publish: { readonly quotas: Quotas } } },
  caller: Caller,
  named: NamedOwner,
  change: QuotaChange,
): Promise<OwnerQuotas> {
  authorizeOnPlatform(caller.actor, 'manage_users');
  const { holder, target } = await findHolder(platform.pool, named);
  await platform.pool.transaction(async (tx) => {
    const after = await changeOwnQuotas(tx, holder, change);
    await writeAudit(tx, {
      action: 'quota_update',
      performer: performedBy(caller),
      ...target,
      metadata: {
        ...('tokenId' in holder && { token_id: holder.tokenId }),
        packages: after.packages,
        releases_per_day: after.releasesPerDay,
        storage_bytes: after.storageBytes,
      },
    });
  });
  return read(platform, holder);
}

async function read(
  { pool, config }: Pick<Platform, 'pool'> & { config: { readonly publish: { readonly quotas: Quotas } } },
  holder: Holder,
): Promise<OwnerQuotas> {
  const own = await findOwnQuotas(pool, holder);
  const usage = await countUsage(pool, holder, countAll);
  if ('tokenId' in holder) return { own, effective: own, usage };
  return { own, effective: await findQuotas(pool, holder, config.publish.quotas), usage };
}

/** `target`: the target of the audit entry. */
async function findHolder(
  pool: Pool,
  { username, organizationSlug, tokenId }: NamedOwner,
): Promise<{ holder: Holder; target: Pick<AuditEntry, 'targetUserId' | 'targetOrgId'> }> {
  const named = [username, organizationSlug, tokenId].filter((name) => name !== undefined);
  if (named.length !== 1) {
    throw new DomainError('validation_failed', 'name one: a username, an org_slug or a token_id');
  }
  if (tokenId !== undefined) {
    const token = await findToken(pool, { id: tokenId });
    if (!token || token.revokedAt !== null) throw notFound('token');
    return { holder: { tokenId }, target: token.userId === null ? {} : { targetUserId: token.userId } };
  }
  if (organizationSlug !== undefined) {
    const { id } = await requireOrganization(pool, organizationSlug);
    return { holder: { ownerUserId: null, ownerOrgId: id }, target: { targetOrgId: id } };
  }
  const { id } = await requireUserNamed(pool, username ?? '');
  return { holder: { ownerUserId: id, ownerOrgId: null }, target: { targetUserId: id } };
}
