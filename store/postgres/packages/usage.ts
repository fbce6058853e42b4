import { z } from 'zod';
import { type Quotas, unbounded, type Usage } from '../../../domain/quotas.ts';
import { type Queryable, sql, type Transaction } from '../pool.ts';

/** A person or an organization: one of the two. */
export interface Owner {
  ownerUserId: string | null;
  ownerOrgId: string | null;
}

const QuotaRow = z.object({
  packages: z.number().nullable(),
  releasesPerDay: z.number().nullable(),
  storageBytes: z.number().nullable(),
});

/** What an administrator set for the owner; null members are left to the instance. */
export async function findOwnQuotas(db: Queryable, { ownerUserId, ownerOrgId }: Owner): Promise<Quotas> {
  const found = await db.maybeOne(sql.type(QuotaRow)`
    select owner_quotas.packages, owner_quotas.releases_per_day, owner_quotas.storage_bytes from owner_quotas
    where owner_quotas.user_id = ${ownerUserId}::uuid or owner_quotas.organization_id = ${ownerOrgId}::uuid`);
  return found ?? unbounded;
}

export type QuotaChange = { [Name in keyof Quotas]?: number | null | undefined };

/**
 * Absent members stay, null leaves it to the instance. One statement: of two changes at the same time neither is lost.
 * Returns what the owner has then.
 */
export async function changeOwnQuotas(db: Queryable, owner: Owner, change: QuotaChange): Promise<Quotas> {
  const { ownerUserId, ownerOrgId } = owner;
  const { packages, releasesPerDay, storageBytes } = change;
  const key = sql.identifier([ownerUserId === null ? 'organization_id' : 'user_id']);
  return db.one(sql.type(QuotaRow)`
    insert into owner_quotas (user_id, organization_id, packages, releases_per_day, storage_bytes)
    values (${ownerUserId}, ${ownerOrgId}, ${packages ?? null}, ${releasesPerDay ?? null}, ${storageBytes ?? null})
    on conflict (${key}) do update set
      packages = case when ${packages !== undefined} then excluded.packages else owner_quotas.packages end,
      releases_per_day = case when ${releasesPerDay !== undefined} then excluded.releases_per_day
        else owner_quotas.releases_per_day end,
      storage_bytes = case when ${storageBytes !== undefined} then excluded.storage_bytes
        else owner_quotas.storage_bytes end
    returning owner_quotas.packages, owner_quotas.releases_per_day, owner_quotas.storage_bytes`);
}

/** Those of the instance, where the owner has no others. */
export async function findQuotas(db: Queryable, owner: Owner, instance: Quotas): Promise<Quotas> {
  const own = await findOwnQuotas(db, owner);
  return {
    packages: own.packages ?? instance.packages,
    releasesPerDay: own.releasesPerDay ?? instance.releasesPerDay,
    storageBytes: own.storageBytes ?? instance.storageBytes,
  };
}

/** Counts for the day, whatever becomes of the release. */
export async function noteBegunRelease(db: Queryable, { ownerUserId, ownerOrgId }: Owner): Promise<void> {
  await db.query(sql.typeAlias('void')`
    insert into releases_begun (owner_id) values (${ownerOrgId ?? ownerUserId})`);
}

export async function forgetBegunReleases(db: Queryable): Promise<void> {
  await db.query(sql.typeAlias('void')`
    delete from releases_begun where releases_begun.begun_at < now() - interval '25 hours'`);
}

/** Until the transaction ends: whoever else asks for the same owner waits. */
export async function lockUsage(tx: Transaction, owner: Owner, quotas: Quotas): Promise<Usage> {
  const key = `usage:${owner.ownerOrgId ?? owner.ownerUserId}`;
  await tx.query(sql.typeAlias('void')`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  return countUsage(tx, owner, quotas);
}

const Count = z.object({ packages: z.number(), releasesToday: z.number() });
const Bytes = z.object({ bytes: z.number() });

/** What the owner has. What has no quota is none; numbers are counted no further than what decides. */
export async function countUsage(db: Queryable, owner: Owner, quotas: Quotas): Promise<Usage> {
  const counted = await db.one(sql.type(Count)`
    select
      (select count(*)::integer from (
        select from packages
        join repositories on repositories.id = packages.repository_id
        where ${ownedBy(owner)}
        limit ${quotas.packages === null ? 0 : quotas.packages + 1}) as some_packages) as packages,
      (select count(*)::integer from (
        select from releases_begun
        where releases_begun.owner_id = ${owner.ownerOrgId ?? owner.ownerUserId}::uuid
          and releases_begun.begun_at > now() - interval '24 hours'
        limit ${quotas.releasesPerDay === null ? 0 : quotas.releasesPerDay + 1}) as some_releases) as releases_today`);
  return { ...counted, storageBytes: quotas.storageBytes === null ? 0 : await sumBytes(db, owner) };
}

const ownedBy = ({ ownerUserId, ownerOrgId }: Owner) => sql.fragment`
  (repositories.owner_user_id = ${ownerUserId}::uuid or repositories.owner_org_id = ${ownerOrgId}::uuid)`;

/** Files of releases, those that are on their way, and each part of an image once. */
async function sumBytes(db: Queryable, owner: Owner): Promise<number> {
  const { bytes } = await db.one(sql.type(Bytes)`
    with owned as (
      select releases.id, releases.upload_id from releases
      join packages on packages.id = releases.package_id
      join repositories on repositories.id = packages.repository_id
      where ${ownedBy(owner)})
    select coalesce(sum(stored.size_bytes), 0)::bigint as bytes from (
      select artifacts.size_bytes from owned join artifacts on artifacts.release_id = owned.id
      union all
      select uploads.size_bytes from owned join uploads on uploads.id = owned.upload_id
      where not exists (select from artifacts where artifacts.release_id = owned.id)
      union all
      select uploads.size_bytes from owned
      join staged_files on staged_files.release_id = owned.id
      join uploads on uploads.id = staged_files.upload_id
      where not exists (select from artifacts
        where artifacts.release_id = owned.id and artifacts.filename = staged_files.filename)
      union all
      select parts.size_bytes from (
        select distinct release_blobs.sha256, release_blobs.size_bytes
        from owned join release_blobs on release_blobs.release_id = owned.id) as parts) as stored`);
  return bytes;
}
