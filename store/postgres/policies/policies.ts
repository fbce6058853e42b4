import type { FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { Policy } from '../../../domain/policy.ts';
import { newId } from '../ids.ts';
import { type Queryable, sql } from '../pool.ts';

/** The owner of a policy. */
export type PolicyOwner = { organizationId: string } | { repositoryId: string };

const Stored = z.object({ document: Policy, updatedAt: z.date() });
export type StoredPolicy = z.infer<typeof Stored>;

function whose(owner: PolicyOwner) {
  return 'organizationId' in owner
    ? sql.fragment`policies.organization_id = ${owner.organizationId}`
    : sql.fragment`policies.repository_id = ${owner.repositoryId}`;
}

export async function findPolicy(db: Queryable, owner: PolicyOwner): Promise<StoredPolicy | null> {
  return db.maybeOne(sql.type(Stored)`
    select policies.document, policies.updated_at from policies where ${whose(owner)}`);
}

/** Locks the policy until the transaction ends, even if it does not exist yet. */
export async function lockPolicy(tx: Queryable, owner: PolicyOwner): Promise<void> {
  const [id = ''] = Object.values(owner);
  await tx.query(sql.typeAlias('void')`${policyLock(sql.fragment`${id}`)}`);
}

/** The statement of {@link lockPolicy}, with the owner's id as an expression. */
export function policyLock(ownerId: FragmentSqlToken): FragmentSqlToken {
  return sql.fragment`select pg_advisory_xact_lock(hashtextextended('policy:' || ${ownerId}::text, 0))`;
}

/** Replaces the policy. */
export async function savePolicy(
  db: Queryable,
  owner: PolicyOwner,
  { document, userId }: { document: Policy; userId: string },
): Promise<void> {
  const { organizationId = null, repositoryId = null } = owner as Partial<Record<string, string>>;
  const column = sql.identifier([organizationId === null ? 'repository_id' : 'organization_id']);
  await db.query(sql.typeAlias('void')`
    insert into policies (id, organization_id, repository_id, document, updated_by)
    values (${newId()}, ${organizationId}, ${repositoryId}, ${JSON.stringify(document)}::jsonb, ${userId})
    on conflict (${column}) do update
    set document = excluded.document, updated_by = excluded.updated_by, updated_at = now()`);
}

/** Changes the given members; null removes a member. Call {@link lockPolicy} before. */
export async function changePolicy(
  db: Queryable,
  owner: { organizationId: string },
  { members, userId }: { members: { [Rule in keyof Policy]?: Policy[Rule] | null }; userId: string },
): Promise<void> {
  const changes = JSON.stringify(members);
  await db.query(sql.typeAlias('void')`
    insert into policies (id, organization_id, document, updated_by)
    values (${newId()}, ${owner.organizationId}, jsonb_strip_nulls(${changes}::jsonb), ${userId})
    on conflict (organization_id) do update
    set document = jsonb_strip_nulls(policies.document || ${changes}::jsonb), updated_by = excluded.updated_by,
      updated_at = now()`);
}

/**
 * {@link listPoliciesOf} for a transaction that makes something visible: a policy change waits until it ends, so that
 * after a changed policy was confirmed no file becomes visible under the old rules. Call it before the transaction
 * reads other facts about the policies.
 */
export async function listPoliciesInForce(
  tx: Queryable,
  packageId: string,
  repositoryId?: string,
): Promise<readonly StoredPolicy[]> {
  // a separate statement: a statement sees the rows at its start, and the lock may be acquired later
  await tx.query(sql.typeAlias('void')`
    select pg_advisory_xact_lock_shared(hashtextextended('policy:' || owners.id::text, 0))
    from packages
    join repositories on repositories.id = coalesce(${repositoryId ?? null}::uuid, packages.repository_id)
    cross join lateral (values (repositories.id), (repositories.owner_org_id)) as owners (id)
    where packages.id = ${packageId} and owners.id is not null`);
  return listPoliciesOf(tx, packageId, repositoryId);
}

/**
 * Policies of a repository and of the organization that owns it. Without `repositoryId`: the repository of the
 * package.
 */
export async function listPoliciesOf(
  db: Queryable,
  packageId: string,
  repositoryId?: string,
): Promise<readonly StoredPolicy[]> {
  return db.any(sql.type(Stored)`
    select policies.document, policies.updated_at
    from packages
    join repositories on repositories.id = coalesce(${repositoryId ?? null}::uuid, packages.repository_id)
    join policies on policies.repository_id = repositories.id
      or policies.organization_id = repositories.owner_org_id
    where packages.id = ${packageId}`);
}
