import { z } from 'zod';
import { RepositoryKind, Visibility } from '../../../domain/visibility.ts';
import { type Queryable, sql } from '../pool.ts';

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
/** A repository with the names of its owner, for its page. */
export type RepositoryPage = z.infer<typeof RepositoryPage>;

export async function findRepositoryPage(db: Queryable, slug: string): Promise<RepositoryPage | null> {
  return db.maybeOne(sql.type(RepositoryPage)`
    select repositories.id, repositories.slug, repositories.name, repositories.description,
      repositories.kind, repositories.visibility, repositories.upstream_url, repositories.owner_user_id, repositories.owner_org_id,
      users.username as owner_username, organizations.slug as org_slug,
      organizations.name as org_name, repositories.created_at, repositories.updated_at
    from repositories
    left join users on users.id = repositories.owner_user_id
    left join organizations on organizations.id = repositories.owner_org_id
    where repositories.slug = ${slug}`);
}
