import { z } from 'zod';
import type { UserActor } from '../../../domain/actor.ts';
import type { Window } from '../../../domain/paging.ts';
import { RepositoryKind, Visibility } from '../../../domain/visibility.ts';
import { keyset, placed } from '../keyset.ts';
import { type Queryable, sql } from '../pool.ts';
import { mayWhere, repositoryRights } from './rights.ts';

const RepositoryPage = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  kind: RepositoryKind,
  visibility: Visibility,
  upstreamUrl: z.string().nullable(),
  ownerUserId: z.string().nullable(),
  ownerOrgId: z.string().nullable(),
  ownerUsername: z.string().nullable(),
  orgSlug: z.string().nullable(),
  orgName: z.string().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
/** A repository with its owner's names, for its page. */
export type RepositoryPage = z.infer<typeof RepositoryPage>;

const columns = sql.fragment`repositories.id, repositories.slug, repositories.name, repositories.description,
  repositories.kind, repositories.visibility, repositories.upstream_url, repositories.owner_user_id,
  repositories.owner_org_id, users.username as owner_username, organizations.slug as org_slug,
  organizations.name as org_name, repositories.created_at, repositories.updated_at`;

const withOwners = sql.fragment`repositories
  left join users on users.id = repositories.owner_user_id
  left join organizations on organizations.id = repositories.owner_org_id`;

export async function findRepositoryPage(db: Queryable, slug: string): Promise<RepositoryPage | null> {
  return db.maybeOne(sql.type(RepositoryPage)`
    select ${columns} from ${withOwners} where repositories.slug = ${slug}`);
}

const bySlug = keyset({ value: sql.fragment`repositories.slug`, type: 'text' });
const PlacedPage = RepositoryPage.extend(placed);

/** Repositories of a person and of the person's organizations that the person may see; by slug. */
export async function listRepositoryPages(
  db: Queryable,
  actor: UserActor,
  window: Window,
): Promise<readonly z.infer<typeof PlacedPage>[]> {
  return db.any(sql.type(PlacedPage)`
    select ${columns}, ${bySlug.position} as position from ${withOwners}
    where (repositories.owner_user_id = ${actor.userId} or repositories.owner_org_id in (
        select members.organization_id from members where members.user_id = ${actor.userId}))
      and (repositories.visibility in ('public', 'unlisted')
        or (repositories.visibility <> 'quarantined' and ${mayWhere(actor, 'read', repositoryRights)})
        or ${mayWhere(actor, 'oversee', repositoryRights)})
      and ${bySlug.behind(window)}
    ${bySlug.page(window)}`);
}
