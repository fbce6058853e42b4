import { answerLimits } from '../../../domain/limits/answers.ts';
import { z } from 'zod';
import type { Actor } from '../../../domain/actor.ts';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import type { Window } from '../../../domain/paging.ts';
import { Dependency } from '../../../domain/publication.ts';
import { keyset, placed } from '../keyset.ts';
import { listingFacts } from '../packages/package-listing.ts';
import { listedTo } from '../packages/visibility.ts';
import { type Queryable, sql } from '../pool.ts';

/** The package that other packages depend on. */
interface Needed {
  ecosystem: EcosystemId;
  nameKey: string;
}

const Dependent = z.object({
  ...placed,
  name: z.string(),
  version: z.string(),
  requirement: z.string(),
  kind: Dependency.shape.kind,
});
export type Dependent = z.infer<typeof Dependent>;

const byName = keyset({ value: sql.fragment`package_dependents.name_key`, type: 'text' });

/** The maximum number of pairs that one answer reads: it ends after this many pairs that the actor may not know of. */
const mostLookedAt = answerLimits['dependents looked at'].count;

/** The limit of the count of dependents, and of access by page number. */
export const mostCounted = answerLimits['counted dependents'].count;

/** The pairs of a list up to the limit, with the facts that decide about their visibility. */
function listed(actor: Actor, { ecosystem, nameKey }: Needed, after: Window['after']) {
  return sql.fragment`(
      select package_dependents.name_key, package_dependents.package_id, ${byName.position} as position
      from package_dependents
      where package_dependents.ecosystem = ${ecosystem} and package_dependents.needed_key = ${nameKey}
        and ${byName.behind({ after })}
      ${byName.page({ limit: mostLookedAt, offset: 0 })}) as pairs
    join packages on packages.id = pairs.package_id and packages.readable_releases > 0
    join repositories on repositories.id = packages.repository_id
    cross join ${listingFacts}
    cross join lateral (
      select releases.version, release_dependencies.requirement, release_dependencies.kind
      from release_dependencies
      join releases on releases.id = release_dependencies.release_id and releases.state = 'published'
      where release_dependencies.ecosystem = ${ecosystem} and release_dependencies.name_key = ${nameKey}
        and release_dependencies.package_id = pairs.package_id and ${listedTo(actor, 'facts')}
      order by release_dependencies.release_id desc, release_dependencies.place
      limit 1) as newest`;
}

/**
 * Packages with a readable release that depends on this package, limited to those that listings show the actor: each
 * with its newest such release, by key in byte order. The cost of a page is independent of their number.
 */
export async function listDependents(
  db: Queryable,
  actor: Actor,
  needed: Needed,
  { limit, offset, after }: Window,
): Promise<readonly Dependent[]> {
  return db.any(sql.type(Dependent)`
    select packages.name, newest.version, newest.requirement, newest.kind, pairs.position
    from ${listed(actor, needed, after)}
    order by pairs.name_key limit ${limit} offset ${offset}`);
}

/** Exact if all pairs were read and none is beyond the limit. */
const Counted = z.object({ total: z.number(), isExact: z.boolean() });

/** The number of entries of {@link listDependents}, up to {@link mostCounted}. */
export async function countDependents(
  db: Queryable,
  actor: Actor,
  needed: Needed,
): Promise<z.infer<typeof Counted>> {
  return db.one(sql.type(Counted)`
    select dependents.total, dependents.total < ${mostCounted} and pairs.looked_at < ${mostLookedAt} as is_exact
    from (
      select count(*)::int as total from (
        select from ${listed(actor, needed, null)} limit ${mostCounted}) as shown) as dependents
    cross join (
      select count(*)::int as looked_at from (
        select from package_dependents
        where package_dependents.ecosystem = ${needed.ecosystem}
          and package_dependents.needed_key = ${needed.nameKey}
        limit ${mostLookedAt}) as seen) as pairs`);
}
