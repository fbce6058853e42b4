import { z } from 'zod';
import type { Actor } from '../../../domain/actor.ts';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { isHosted } from '../packages/address.ts';
import { listingFacts } from '../packages/package-listing.ts';
import { mayWhere, packageRights } from '../packages/rights.ts';
import { listedTo } from '../packages/visibility.ts';
import { deniedHere } from '../packages/withheld.ts';
import { type Queryable, sql } from '../pool.ts';
import type { PolicyOwner } from './policies.ts';

const Denied = z.object({
  nameKey: z.string(),
  /** Lookup keys; null for every version. */
  versions: z.array(z.string()).nullable(),
  reason: z.string().nullable(),
});

interface Page {
  ecosystem: EcosystemId;
  repositorySlug: string | null;
  /** Absent: all names. */
  names?: readonly string[];
  limit: number;
}

/**
 * The denials of policies. With a repository: those of the repository and its owner, except about the owner's own
 * packages that the actor may not know of. Without: each policy's denials about packages under it, limited to
 * packages that listings show the actor.
 */
export async function listDenied(
  db: Queryable,
  actor: Actor,
  { ecosystem, repositorySlug, names, limit }: Page,
): Promise<readonly z.infer<typeof Denied>[]> {
  const from =
    repositorySlug === null
      ? sql.fragment`
        join packages on packages.ecosystem = denied.ecosystem and packages.name_key = denied.name_key and ${isHosted}
          and packages.readable_releases > 0
        join repositories on repositories.id = packages.repository_id
        cross join ${listingFacts}
        cross join lateral (select repositories.id, repositories.owner_org_id) as place`
      : sql.fragment`join repositories as place on place.slug = ${repositorySlug}`;
  const isShown =
    repositorySlug === null
      ? listedTo(actor, 'facts')
      : sql.fragment`not ${isHidden(actor, { isNamed: names !== undefined })}`;
  const isNamed =
    names === undefined
      ? sql.fragment`true`
      : sql.fragment`denied.name_key = any(${sql.array([...names], 'text')})`;
  return db.any(sql.type(Denied)`
    select denied.name_key, denied.versions, denied.reason
    from ${deniedHere} ${from}
    where denied.ecosystem = ${ecosystem} and ${isNamed}
      and (policies.repository_id = place.id or policies.organization_id = place.owner_org_id)
      and ${isShown}
    order by denied.name_key collate "C", policies.id, denied.versions::text
    limit ${limit}`);
}

/**
 * Whether the owner of `place` has a package of the denied name that the actor may not know of; a caller that names
 * an unlisted package may know of it. Packages of other owners hide no denial: otherwise a package that takes a
 * denied name would end the denial.
 */
function isHidden(actor: Actor, { isNamed }: { isNamed: boolean }) {
  const shown = isNamed ? ['public', 'unlisted'] : ['public'];
  return sql.fragment`exists (
    select from packages
    join repositories on repositories.id = packages.repository_id
    cross join ${listingFacts}
    where packages.ecosystem = denied.ecosystem and packages.name_key = denied.name_key and ${isHosted}
      and (repositories.owner_org_id = place.owner_org_id or repositories.owner_user_id = place.owner_user_id)
      and not (packages.readable_releases > 0 and facts.visibility = any(${sql.array(shown, 'text')}))
      and not ${mayWhere(actor, 'read', packageRights)})`;
}

/**
 * Marks packages under the policy with a denied name, whose documents list the denials, for rendering: at most 400
 * names. Rows are marked in the order of their ids.
 */
export async function markDenied(
  tx: Queryable,
  owner: PolicyOwner,
  named: readonly { ecosystem: string; name: string }[],
): Promise<readonly string[]> {
  const whose =
    'organizationId' in owner
      ? sql.fragment`repositories.owner_org_id = ${owner.organizationId}`
      : sql.fragment`repositories.id = ${owner.repositoryId}`;
  const rows = await tx.any(sql.typeAlias('id')`
    insert into stale_documents (package_id)
    select packages.id
    from ${sql.unnest(
      named.map(({ ecosystem, name }) => [ecosystem, name]),
      ['text', 'text'],
    )} as named (ecosystem, name)
    join packages on packages.ecosystem = named.ecosystem and packages.name_key = named.name and ${isHosted}
    join repositories on repositories.id = packages.repository_id
    where ${whose}
    group by packages.id order by packages.id
    on conflict (package_id) do update set since = now()
    returning package_id as id`);
  return rows.map(({ id }) => id);
}

/**
 * Marks packages that change their owner and that the policies of these organizations name: their documents are
 * outdated. Rows are marked in the order of their ids.
 */
export async function markMoved(
  tx: Queryable,
  packageIds: readonly string[],
  organizationIds: readonly string[],
): Promise<void> {
  await tx.query(sql.typeAlias('void')`
    insert into stale_documents (package_id)
    select packages.id
    from ${deniedHere}
    join packages on packages.ecosystem = denied.ecosystem and packages.name_key = denied.name_key and ${isHosted}
    where policies.organization_id = any(${sql.array([...organizationIds], 'uuid')})
      and packages.id = any(${sql.array([...packageIds], 'uuid')})
    group by packages.id order by packages.id
    on conflict (package_id) do update set since = now()`);
}

/** Packages with outdated documents. */
export async function listStaleDocuments(db: Queryable, limit: number): Promise<readonly string[]> {
  const rows = await db.any(sql.typeAlias('id')`
    select stale_documents.package_id as id from stale_documents order by stale_documents.since limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Removes the mark, in the transaction that renders the documents. */
export async function forgetStale(tx: Queryable, packageId: string): Promise<void> {
  await tx.query(sql.typeAlias('void')`
    delete from stale_documents where stale_documents.package_id = ${packageId}`);
}
