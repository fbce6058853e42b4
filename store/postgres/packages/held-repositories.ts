import type { FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { Actor } from '../../../domain/actor.ts';
import type { Window } from '../../../domain/paging.ts';
import { RepositoryKind, Visibility } from '../../../domain/visibility.ts';
import { keyset, placed } from '../keyset.ts';
import { type Queryable, sql } from '../pool.ts';
import { mayWhere, packageRights, repositoryRights } from './rights.ts';

/** A page of repositories of one owner. */
type Page = Window & ({ organizationId: string } | { userId: string });

const bySlug = keyset({ value: sql.fragment`repositories.slug`, type: 'text' });

const Repository = z.object({
  ...placed,
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  kind: RepositoryKind,
  visibility: Visibility,
  upstreamUrl: z.string().nullable(),
  packageCount: z.number(),
  createdAt: z.date(),
});
export type HeldRepository = z.infer<typeof Repository>;

/** Repositories that listings show the actor, and repositories that the actor manages; by slug. */
export async function listHeldRepositories(
  db: Queryable,
  actor: Actor,
  page: Page,
): Promise<readonly HeldRepository[]> {
  return db.any(sql.type(Repository)`
    select repositories.id, repositories.slug, repositories.name, repositories.description, repositories.kind,
      repositories.visibility, repositories.upstream_url, repositories.created_at, ${bySlug.position} as position,
      (select count(*)::int from packages
        join lateral (select repositories.visibility) as own on true
        where packages.repository_id = repositories.id
          and ((packages.visibility = 'public' and own.visibility = 'public' and packages.readable_releases > 0)
            or ${mayWhere(actor, 'read', packageRights)})) as package_count
    from repositories
    where ${isOwned(page)} and ${bySlug.behind(page)}
      and (repositories.visibility = 'public' or (repositories.visibility <> 'quarantined'
          and ${mayWhere(actor, 'read', repositoryRights)})
        or ${mayWhere(actor, 'oversee', repositoryRights)})
    ${bySlug.page(page)}`);
}

function isOwned(owner: Page): FragmentSqlToken {
  return 'userId' in owner
    ? sql.fragment`repositories.owner_user_id = ${owner.userId}`
    : sql.fragment`repositories.owner_org_id = ${owner.organizationId}`;
}
