import type { FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { type Quotas, unbounded, type Usage } from '../../../domain/quotas.ts';
import { type Queryable, sql, type Transaction } from '../pool.ts';

/** A person or an organization: exactly one of them is set. */
export interface Owner {
  ownerUserId: string | null;
  ownerOrgId: string | null;
}

/** The holder of a quota. Uploads of a token count for its owner as well. */
export type Holder = Owner | { tokenId: string };

const QuotaRow = z.object({
  packages: z.number().nullable(),
  releasesPerDay: z.number().nullable(),
  storageBytes: z.number().nullable(),
});

/** The holder's own quotas; for null members the instance's quotas apply. */
export async function findOwnQuotas(db: Queryable, holder: Holder): Promise<Quotas> {
  const { table, key, id } = rowOf(holder);
  const found = await db.maybeOne(sql.type(QuotaRow)`
    select quotas.packages, quotas.releases_per_day, quotas.storage_bytes from ${table} as quotas
    where ${sql.identifier(['quotas', key])} = ${id}`);
  return found ?? unbounded;
}

export type QuotaChange = { [Name in keyof Quotas]?: number | null | undefined };

/** The statement that locks the quotas of a holder until the transaction ends. */
export function quotasLock(holderId: FragmentSqlToken): FragmentSqlToken {
  return sql.fragment`select pg_advisory_xact_lock(hashtextextended('quotas:' || ${holderId}::text, 0))`;
}

/** Absent members stay unchanged, null restores the instance's quota. Returns the resulting own quotas. */
export async function changeOwnQuotas(tx: Transaction, holder: Holder, change: QuotaChange): Promise<Quotas> {
  const { table, key, id } = rowOf(holder);
  await tx.query(sql.typeAlias('void')`${quotasLock(sql.fragment`${id}`)}`);
  const { packages, releasesPerDay, storageBytes } = change;
  return tx.one(sql.type(QuotaRow)`
    insert into ${table} as quotas (${sql.identifier([key])}, packages, releases_per_day, storage_bytes)
    values (${id}, ${packages ?? null}, ${releasesPerDay ?? null}, ${storageBytes ?? null})
    on conflict (${sql.identifier([key])}) do update set
      packages = case when ${packages !== undefined} then excluded.packages else quotas.packages end,
      releases_per_day = case when ${releasesPerDay !== undefined} then excluded.releases_per_day
        else quotas.releases_per_day end,
      storage_bytes = case when ${storageBytes !== undefined} then excluded.storage_bytes
        else quotas.storage_bytes end
    returning quotas.packages, quotas.releases_per_day, quotas.storage_bytes`);
}

function rowOf(holder: Holder) {
  const owners = sql.identifier(['owner_quotas']);
  if ('tokenId' in holder) {
    return { table: sql.identifier(['token_quotas']), key: 'token_id', id: holder.tokenId };
  }
  return holder.ownerOrgId === null
    ? { table: owners, key: 'user_id', id: holder.ownerUserId }
    : { table: owners, key: 'organization_id', id: holder.ownerOrgId };
}

const idOf = (holder: Holder) => rowOf(holder).id;

/** The owner's quotas; the instance's for members that the owner does not have. */
export async function findQuotas(db: Queryable, owner: Owner, instance: Quotas): Promise<Quotas> {
  const own = await findOwnQuotas(db, owner);
  return {
    packages: own.packages ?? instance.packages,
    releasesPerDay: own.releasesPerDay ?? instance.releasesPerDay,
    storageBytes: own.storageBytes ?? instance.storageBytes,
  };
}

/** Counts a begun release for the day, even if the release is removed later. */
export async function noteBegunRelease(db: Queryable, holder: Holder): Promise<void> {
  await db.query(sql.typeAlias('void')`insert into releases_begun (owner_id) values (${idOf(holder)})`);
}

/** Records that the package was created with the token. */
export async function noteTokenPackage(db: Queryable, tokenId: string, packageId: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    insert into token_packages (token_id, package_id) values (${tokenId}, ${packageId}) on conflict do nothing`);
}

/** Records that the token uploaded the release, or a file of it: its bytes then count for the token. */
export async function noteTokenRelease(db: Queryable, tokenId: string, releaseId: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    insert into token_releases (token_id, release_id) values (${tokenId}, ${releaseId}) on conflict do nothing`);
}

export async function forgetBegunReleases(db: Queryable): Promise<void> {
  await db.query(sql.typeAlias('void')`
    delete from releases_begun where releases_begun.begun_at < now() - interval '25 hours'`);
}

/** Counts the usage, and locks it: transactions for the same holder wait until this one ends. */
export async function lockUsage(tx: Transaction, holder: Holder, quotas: Quotas): Promise<Usage> {
  const key = `usage:${idOf(holder)}`;
  await tx.query(sql.typeAlias('void')`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  return countUsage(tx, holder, quotas);
}

const Count = z.object({ packages: z.number(), releasesToday: z.number() });
const Bytes = z.object({ bytes: z.number() });

/** The usage of the holder. It is zero without a quota; numbers are counted only up to the quota. */
export async function countUsage(db: Queryable, holder: Holder, quotas: Quotas): Promise<Usage> {
  const counted = await db.one(sql.type(Count)`
    select
      (select count(*)::integer from (
        ${packagesOf(holder)}
        limit ${quotas.packages === null ? 0 : quotas.packages + 1}) as some_packages) as packages,
      (select count(*)::integer from (
        select from releases_begun
        where releases_begun.owner_id = ${idOf(holder)}::uuid
          and releases_begun.begun_at > now() - interval '24 hours'
        limit ${quotas.releasesPerDay === null ? 0 : quotas.releasesPerDay + 1}) as some_releases) as releases_today`);
  return { ...counted, storageBytes: quotas.storageBytes === null ? 0 : await sumBytes(db, holder) };
}

const ownedBy = ({ ownerUserId, ownerOrgId }: Owner) => sql.fragment`
  (repositories.owner_user_id = ${ownerUserId}::uuid or repositories.owner_org_id = ${ownerOrgId}::uuid)`;

const packagesOf = (holder: Holder) =>
  'tokenId' in holder
    ? sql.fragment`select from token_packages where token_packages.token_id = ${holder.tokenId}`
    : sql.fragment`
        select from packages
        join repositories on repositories.id = packages.repository_id
        where ${ownedBy(holder)}`;

const releasesOf = (holder: Holder) =>
  'tokenId' in holder
    ? sql.fragment`
        select releases.id, releases.upload_id from token_releases
        join releases on releases.id = token_releases.release_id
        where token_releases.token_id = ${holder.tokenId}`
    : sql.fragment`
        select releases.id, releases.upload_id from releases
        join packages on packages.id = releases.package_id
        join repositories on repositories.id = packages.repository_id
        where ${ownedBy(holder)}`;

/** The size of files of releases and of unfinished ones; each part of an image counts once. */
async function sumBytes(db: Queryable, holder: Holder): Promise<number> {
  const { bytes } = await db.one(sql.type(Bytes)`
    with owned as (${releasesOf(holder)})
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
