import { z } from 'zod';
import type { EcosystemId } from '../../domain/ecosystem-id.ts';
import type { NamespaceHolder, NamespaceStanding } from '../../domain/namespace.ts';
import { type Queryable, sql, type Transaction } from './pool.ts';

const StandingRow = z.object({
  ownerUserId: z.string().nullable(),
  ownerOrgId: z.string().nullable(),
  userId: z.string().nullable(),
  organizationId: z.string().nullable(),
});

/** Who owns it in this ecosystem, and who is called that. */
export async function findNamespace(
  db: Queryable,
  ecosystem: EcosystemId,
  namespace: string,
): Promise<NamespaceStanding> {
  const name = namespace.toLowerCase();
  const { ownerUserId, ownerOrgId, ...namesakes } = await db.one(sql.type(StandingRow)`
    select namespaces.owner_user_id, namespaces.owner_org_id, users.id as user_id,
      organizations.id as organization_id
    from (select ${name} as name) as asked
    left join namespaces on namespaces.name = asked.name and namespaces.ecosystem = ${ecosystem}
    left join users on users.username_key = asked.name
    left join organizations on organizations.slug = asked.name`);
  const isFree = ownerUserId === null && ownerOrgId === null;
  const owner = isFree ? null : { userId: ownerUserId, organizationId: ownerOrgId };
  return { namespace, owner, namesakes };
}

/**
 * {@link findNamespace} for a package that is to be created in it. An owner stays until the end of the transaction;
 * a free one is nobody else's to take until then, neither as a namespace nor as the name of an account.
 */
export async function lockNamespace(
  tx: Transaction,
  ecosystem: EcosystemId,
  namespace: string,
): Promise<NamespaceStanding> {
  const claimed = await tx.maybeOne(sql.typeAlias('id')`
    select namespaces.id from namespaces
    where namespaces.ecosystem = ${ecosystem} and namespaces.name = ${namespace.toLowerCase()}
    for key share`);
  if (claimed === null) await lockName(tx, namespace);
  return findNamespace(tx, ecosystem, namespace);
}

/** Accounts and namespaces share their names: whoever takes one holds this until it is theirs. */
export async function lockName(tx: Transaction, name: string): Promise<void> {
  await tx.query(sql.typeAlias('void')`
    select pg_advisory_xact_lock(hashtextextended(${`name:${name.toLowerCase()}`}, 0))`);
}

/** Whether somebody owns a namespace of that name, in whichever ecosystem. Hold {@link lockName}. */
export async function isNamespaceClaimed(db: Queryable, name: string): Promise<boolean> {
  return db.exists(sql.typeAlias('id')`
    select namespaces.id from namespaces where namespaces.name = ${name.toLowerCase()}`);
}

export interface NewNamespace {
  id: string;
  ecosystem: EcosystemId;
  namespace: string;
  owner: NamespaceHolder;
}

/** False when it is somebody's. */
export async function insertNamespace(db: Queryable, claim: NewNamespace): Promise<boolean> {
  const { id, ecosystem, namespace, owner } = claim;
  const created = await db.maybeOne(sql.typeAlias('id')`
    insert into namespaces (id, ecosystem, name, owner_user_id, owner_org_id)
    values (${id}, ${ecosystem}, ${namespace.toLowerCase()}, ${owner.userId}, ${owner.organizationId})
    on conflict (name, ecosystem) do nothing
    returning id`);
  return created !== null;
}
