import type { FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { Actor } from '../../../domain/actor.ts';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { Visibility } from '../../../domain/visibility.ts';
import { type Queryable, sql } from '../pool.ts';
import { isHosted } from './address.ts';
import { mayWhere, packageRights } from './rights.ts';
import { listedTo } from './visibility.ts';

const Listed = z.object({ name: z.string(), latestVersion: z.string().nullable() });

/** The arguments of `listedTo`, as `facts`, for a row of `packages` with its `repositories`. */
export const listingFacts = sql.fragment`lateral (
      select packages.id as package_id, packages.repository_id, packages.namespace_id,
        repositories.owner_user_id, repositories.owner_org_id,
        -- a package is never broader than its repository
        case
          when 'quarantined' in (packages.visibility, repositories.visibility) then 'quarantined'
          when repositories.visibility = 'public' then packages.visibility
          when packages.visibility = 'public' then repositories.visibility
          when 'unlisted' = packages.visibility then repositories.visibility
          else packages.visibility
        end as visibility) as facts`;

/** Packages that listings show the actor, by key in byte order. */
export async function listPackagePage(
  db: Queryable,
  actor: Actor,
  page: { ecosystem: EcosystemId; repositorySlug: string | null; after: string; limit: number },
): Promise<readonly z.infer<typeof Listed>[]> {
  return db.any(sql.type(Listed)`
    select packages.name, packages.latest_version
    from packages
    join repositories on repositories.id = packages.repository_id
    cross join ${listingFacts}
    where packages.ecosystem = ${page.ecosystem} and ${isHosted} and packages.readable_releases > 0
      and packages.name_key collate "C" > ${page.after}
      and (${page.repositorySlug}::text is null or repositories.slug = ${page.repositorySlug})
      and ${listedTo(actor, 'facts')}
    order by packages.name_key collate "C"
    limit ${page.limit}`);
}

const Owned = z.object({ name: z.string(), mayPublish: z.boolean() });

/** Packages of an organization that listings show the actor, by key in byte order, and whether the actor may publish them. */
export async function listPackagesOwnedBy(
  db: Queryable,
  actor: Actor,
  page: { ecosystem: EcosystemId; organizationId: string; limit: number },
): Promise<readonly z.infer<typeof Owned>[]> {
  return db.any(sql.type(Owned)`
    select packages.name, ${mayWhere(actor, 'publish', packageRights)} as may_publish
    from packages
    join repositories on repositories.id = packages.repository_id
    cross join ${listingFacts}
    where packages.ecosystem = ${page.ecosystem} and ${isHosted} and packages.readable_releases > 0
      and repositories.owner_org_id = ${page.organizationId} and ${listedTo(actor, 'facts')}
    order by packages.name_key collate "C"
    limit ${page.limit}`);
}

/** Selects among the packages in listings. */
export interface NameFilter {
  ecosystem: EcosystemId;
  repositorySlug: string | null;
  /** A prefix of the key. */
  prefix: string;
  /** A value that the `field` of the search document must contain. */
  having: { field: string; value: string } | null;
}

const Name = z.object({ nameKey: z.string() });

/** Keys of packages that listings show the actor, in byte order. */
export async function listPackageNames(
  db: Queryable,
  actor: Actor,
  { ecosystem, repositorySlug, prefix, having }: NameFilter,
  limit: number,
): Promise<readonly z.infer<typeof Name>[]> {
  const isOfKind =
    having === null
      ? sql.fragment`true`
      : sql.fragment`exists (
          select from search_documents
          where search_documents.package_id = packages.id
            and search_documents.fields @> ${sql.jsonb({ [having.field]: [having.value] })})`;
  return db.any(sql.type(Name)`
    select packages.name_key
    from packages
    join repositories on repositories.id = packages.repository_id
    cross join ${listingFacts}
    where packages.ecosystem = ${ecosystem} and ${isHosted} and packages.readable_releases > 0
      and packages.name_key collate "C" >= ${prefix} and starts_with(packages.name_key, ${prefix})
      and packages.name_key collate "C" < ${prefix + behindAll}
      and (${repositorySlug}::text is null or repositories.slug = ${repositorySlug})
      and ${isOfKind} and ${listedTo(actor, 'facts')}
    order by packages.name_key collate "C"
    limit ${limit}`);
}

/** Sorts after every character of a key. */
const behindAll = '\u{10ffff}';

/** The parts of names to list. */
export interface SegmentFilter extends Pick<NameFilter, 'ecosystem' | 'repositorySlug' | 'prefix'> {
  /** Characters that end a part; empty if the part is the rest of the name. */
  endsAt: string;
}

const Segment = z.object({ segment: z.string(), name: z.string() });

/**
 * The distinct parts of keys after the prefix, up to the first of these characters, each with the name of the first
 * package that has it, for packages that listings show the actor: in byte order, once for each part and end
 * character. Each part needs one index look-up, for any number of packages with that part.
 */
export async function listNameSegments(
  db: Queryable,
  actor: Actor,
  { ecosystem, repositorySlug, prefix, endsAt }: SegmentFilter,
  limit: number,
): Promise<readonly z.infer<typeof Segment>[]> {
  const part = sql.fragment`split_part(
    translate(substr(packages.name_key, length(${prefix}) + 1), ${endsAt}, ${'\n'.repeat(endsAt.length)}), ${'\n'}, 1)`;
  const first = (after: FragmentSqlToken) => sql.fragment`(
    select packages.name, packages.name_key, ${part} as segment
    from packages
    -- apart: joined as a table, every repository may be hashed and every package behind be sorted, for each part anew
    cross join lateral (
      select repositories.slug, repositories.visibility, repositories.owner_user_id, repositories.owner_org_id
      from repositories where repositories.id = packages.repository_id offset 0) as repositories
    cross join ${listingFacts}
    where packages.ecosystem = ${ecosystem} and ${isHosted} and packages.readable_releases > 0
      and packages.name_key collate "C" > ${after} and starts_with(packages.name_key, ${prefix})
      and packages.name_key collate "C" < ${prefix + behindAll}
      and (${repositorySlug}::text is null or repositories.slug = ${repositorySlug})
      and ${listedTo(actor, 'facts')}
    order by packages.name_key collate "C"
    limit 1)`;
  const behind = sql.fragment`${prefix} || parts.segment || case
      when length(parts.name_key) = length(${prefix} || parts.segment) then ''
      -- the sign behind the one that ends it, in byte order
      else chr(ascii(substr(parts.name_key, length(${prefix} || parts.segment) + 1, 1)) + 1) end`;
  return db.any(sql.type(Segment)`
    with recursive parts as (
      select found.*, 1 as number from ${first(sql.fragment`${prefix}`)} as found
      union all
      select found.*, parts.number + 1
      from parts cross join lateral ${first(behind)} as found
      where parts.number < ${limit})
    select parts.segment, parts.name from parts order by parts.number`);
}

const NamedFacts = z.object({
  nameKey: z.string(),
  packageId: z.string(),
  visibility: Visibility,
  repositoryVisibility: Visibility,
  readableReleases: z.number(),
  repositoryId: z.string(),
  namespaceId: z.string().nullable(),
  ownerUserId: z.string().nullable(),
  ownerOrgId: z.string().nullable(),
});

/** The facts that determine the readers of the packages, for those that exist here. */
export async function listAccessFacts(
  db: Queryable,
  ecosystem: EcosystemId,
  nameKeys: readonly string[],
): Promise<readonly z.infer<typeof NamedFacts>[]> {
  if (nameKeys.length === 0) return [];
  return db.any(sql.type(NamedFacts)`
    select packages.name_key, packages.id as package_id, packages.visibility,
      repositories.visibility as repository_visibility, packages.readable_releases,
      packages.repository_id, packages.namespace_id, repositories.owner_user_id, repositories.owner_org_id
    from packages
    join repositories on repositories.id = packages.repository_id
    where packages.ecosystem = ${ecosystem} and ${isHosted}
      and packages.name_key = any(${sql.array([...nameKeys], 'text')})`);
}
