import type { FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { Actor } from '../../../domain/actor.ts';
import { EcosystemId } from '../../../domain/ecosystem-id.ts';
import type { Window } from '../../../domain/paging.ts';
import { Visibility } from '../../../domain/visibility.ts';
import { keyset, placed } from '../keyset.ts';
import { type Queryable, sql } from '../pool.ts';
import { listingFacts } from './package-listing.ts';
import { mayWhere, packageRights } from './rights.ts';
import { listedTo } from './visibility.ts';

const Row = z.object({
  ...placed,
  id: z.string(),
  ecosystem: EcosystemId,
  name: z.string(),
  description: z.string().nullable(),
  visibility: Visibility,
  latestVersion: z.string().nullable(),
  downloadCount: z.number(),
  isDeprecated: z.boolean(),
  isArchived: z.boolean(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export type RepositoryPackage = z.infer<typeof Row>;

/** The container of packages. */
type Place = { repositoryId: string } | { namespaceId: string };

const inByteOrder = keyset(
  { value: sql.fragment`packages.ecosystem`, type: 'text' },
  { value: sql.fragment`packages.name_key collate "C"`, type: 'text' },
);

/** Packages by ecosystem and key, in byte order. */
export async function listPackagesAt(
  db: Queryable,
  actor: Actor,
  place: Place,
  window: Window,
): Promise<{ total: number; packages: readonly RepositoryPackage[] }> {
  const matching = sql.fragment`
    packages
    join repositories on repositories.id = packages.repository_id
    cross join ${listingFacts}
    where ${isAt(place)}
      and ((packages.readable_releases > 0 and not packages.is_archived and ${listedTo(actor, 'facts')})
        or ${mayWhere(actor, 'oversee', packageRights)})`;
  const total = await db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*)::int as count from ${matching}`);
  const packages = await db.any(sql.type(Row)`
    select packages.id, packages.ecosystem, packages.name, packages.description, facts.visibility,
      packages.latest_version, packages.download_count, packages.is_deprecated, packages.is_archived,
      packages.created_at, packages.updated_at, ${inByteOrder.position} as position
    from ${matching} and ${inByteOrder.behind(window)}
    ${inByteOrder.page(window)}`);
  return { total, packages };
}

function isAt(place: Place): FragmentSqlToken {
  return 'repositoryId' in place
    ? sql.fragment`packages.repository_id = ${place.repositoryId}`
    : sql.fragment`packages.namespace_id = ${place.namespaceId}`;
}
