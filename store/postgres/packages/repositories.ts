import { z } from 'zod';
import { answerLimits } from '../../../domain/limits/answers.ts';
import { RepositoryKind, Visibility } from '../../../domain/visibility.ts';
import type { UserActor } from '../../../domain/actor.ts';
import { type Queryable, sql, type Transaction } from '../pool.ts';
import { deleteRepository } from './repository-write.ts';
import { isSlugRetired } from './retired-names.ts';
import { mayWhere, repositoryRights } from './rights.ts';

const RepositoryRow = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  kind: RepositoryKind,
  visibility: Visibility,
  ownerUserId: z.string().nullable(),
  ownerOrgId: z.string().nullable(),
});
export type RepositoryRow = z.infer<typeof RepositoryRow>;

const columns = sql.fragment`repositories.id, repositories.slug, repositories.name,
  repositories.description, repositories.kind, repositories.visibility, repositories.owner_user_id,
  repositories.owner_org_id`;

export async function findRepository(db: Queryable, slug: string): Promise<RepositoryRow | null> {
  return db.maybeOne(sql.type(RepositoryRow)`
    select ${columns} from repositories where repositories.slug = ${slug}`);
}

/** {@link findRepository} with a lock: no other transaction transfers, hides or deletes the repository meanwhile. */
export async function lockRepository(tx: Transaction, slug: string): Promise<RepositoryRow | null> {
  return tx.maybeOne(sql.type(RepositoryRow)`
    select ${columns} from repositories where repositories.slug = ${slug} for share`);
}

export interface NewRepository {
  id: string;
  slug: string;
  name: string;
  kind: RepositoryKind;
  visibility: Visibility;
  ownerUserId: string | null;
  ownerOrgId?: string | null;
  description?: string | null;
  upstreamUrl?: string | null;
}

/** False if the slug is taken, or belonged to another owner's repository. */
export async function insertRepository(db: Queryable, repository: NewRepository): Promise<boolean> {
  const created = await db.maybeOne(sql.typeAlias('id')`
    insert into repositories (id, slug, name, kind, visibility, owner_user_id, owner_org_id, description, upstream_url)
    values (${repository.id}, ${repository.slug}, ${repository.name}, ${repository.kind},
      ${repository.visibility}, ${repository.ownerUserId}, ${repository.ownerOrgId ?? null},
      ${repository.description ?? null}, ${repository.upstreamUrl ?? null})
    on conflict (slug) do nothing
    returning id`);
  if (created === null) return false;
  // after the insert, which waits for a concurrent deletion of the same slug
  const owner = { userId: repository.ownerUserId, organizationId: repository.ownerOrgId ?? null };
  if (!(await isSlugRetired(db, repository.slug, owner))) return true;
  await deleteRepository(db, repository.id);
  return false;
}

/**
 * The target of a first publish: the organization that the name belongs to, else the oldest of the person's own
 * repositories, then of those where the person may publish. A repository for promoted releases is the last choice.
 */
export async function findWritableRepository(
  db: Queryable,
  actor: UserActor,
  onlyId: string | null = null,
  preferredOrgId: string | null = null,
): Promise<RepositoryRow | null> {
  const boundOrgId = actor.boundTo?.organizationId ?? null;
  return db.maybeOne(sql.type(RepositoryRow)`
    select ${columns}
    from repositories
    where ${mayWhere(actor, 'publish', repositoryRights)}
      and repositories.visibility <> 'quarantined'
      and (${onlyId}::uuid is null or repositories.id = ${onlyId}::uuid)
      and (${boundOrgId}::uuid is null or repositories.owner_org_id = ${boundOrgId}::uuid)
    order by repositories.owner_org_id is distinct from ${preferredOrgId}::uuid, repositories.kind = 'release',
      repositories.owner_user_id is distinct from ${actor.userId}::uuid, repositories.created_at, repositories.id
    limit 1`);
}

/** Release repositories of one owner in which the person may publish, by slug: the targets of promotions. */
export async function listReleaseRepositories(
  db: Queryable,
  actor: UserActor,
  { ownerUserId, ownerOrgId }: Pick<RepositoryRow, 'ownerUserId' | 'ownerOrgId'>,
): Promise<readonly RepositoryRow[]> {
  return db.any(sql.type(RepositoryRow)`
    select ${columns} from repositories
    where ${mayWhere(actor, 'publish', repositoryRights)}
      and repositories.kind = 'release' and repositories.visibility <> 'quarantined'
      and repositories.owner_user_id is not distinct from ${ownerUserId}::uuid
      and repositories.owner_org_id is not distinct from ${ownerOrgId}::uuid
    order by repositories.slug
    limit ${answerLimits['repositories to choose'].count}`);
}
