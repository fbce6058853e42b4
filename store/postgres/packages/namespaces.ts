import { z } from 'zod';
import type { Actor } from '../../../domain/actor.ts';
import { EcosystemId } from '../../../domain/ecosystem-id.ts';
import type { NamespaceHolder, NamespaceStanding } from '../../../domain/namespace.ts';
import type { Window } from '../../../domain/paging.ts';
import { keyset, placed } from '../keyset.ts';
import { orOvertaken } from '../overtaken.ts';
import { type Queryable, sql, type Transaction } from '../pool.ts';
import { isHosted } from './address.ts';
import { tellOfPlaces } from './namespace-placement.ts';
import { lockPackages } from './packages.ts';
import { mayWhere, namespaceRights, packageRights } from './rights.ts';

const StandingRow = z.object({
  ownerUserId: z.string().nullable(),
  ownerOrgId: z.string().nullable(),
  userId: z.string().nullable(),
  organizationId: z.string().nullable(),
  isRetired: z.boolean(),
});

/** The part of the state that rows contain. */
type Standing = Omit<NamespaceStanding, 'shared'>;

/** The namespace's owner in this ecosystem, and the accounts of the same name. */
export async function findNamespace(
  db: Queryable,
  ecosystem: EcosystemId,
  namespace: string,
): Promise<Standing> {
  const name = namespace.toLowerCase();
  const { ownerUserId, ownerOrgId, isRetired, ...namesakes } = await db.one(sql.type(StandingRow)`
    select namespaces.owner_user_id, namespaces.owner_org_id, users.id as user_id,
      organizations.id as organization_id, ${isRetiredName(name)} as is_retired
    from (select ${name} as name) as asked
    left join namespaces on namespaces.name = asked.name and namespaces.ecosystem = ${ecosystem}
    left join users on users.username_key = asked.name
    left join organizations on organizations.slug = asked.name`);
  const isFree = ownerUserId === null && ownerOrgId === null;
  const owner = isFree ? null : { userId: ownerUserId, organizationId: ownerOrgId };
  return { ecosystem, namespace, owner, namesakes, isRetired };
}

/**
 * {@link findNamespace} for a package that will be created in it. Until the end of the transaction, an owner stays,
 * and no other transaction takes a free name, neither as a namespace nor as an account.
 */
export async function lockNamespace(
  tx: Transaction,
  ecosystem: EcosystemId,
  namespace: string,
): Promise<Standing> {
  const claimed = await tx.maybeOne(sql.typeAlias('id')`
    select namespaces.id from namespaces
    where namespaces.ecosystem = ${ecosystem} and namespaces.name = ${namespace.toLowerCase()}
    for key share`);
  if (claimed === null) await lockName(tx, namespace);
  return findNamespace(tx, ecosystem, namespace);
}

/** Locks a name: accounts and namespaces share their names, so every assignment of one holds this lock. */
export async function lockName(tx: Transaction, name: string): Promise<void> {
  await tx.query(sql.typeAlias('void')`
    select pg_advisory_xact_lock(hashtextextended(${`name:${name.toLowerCase()}`}, 0))`);
}

/** Whether the name belonged to a deleted account. */
function isRetiredName(name: string) {
  return sql.fragment`exists (
    select from retired_names where retired_names.name = ${name} and retired_names.kind = 'account')`;
}

/**
 * Whether no account may take the name: in some ecosystem, the namespace belongs to another account, or the name
 * belonged to a deleted account. Hold {@link lockName}.
 */
export async function isNameInUse(
  db: Queryable,
  name: string,
  { besides }: { besides: string | null },
): Promise<boolean> {
  return db.exists(sql.typeAlias('id')`
    select namespaces.id from namespaces
    where namespaces.name = ${name.toLowerCase()}
      and (${besides}::uuid is null or namespaces.owner_user_id is distinct from ${besides}::uuid)
    union all
    select gen_random_uuid() as id where ${isRetiredName(name.toLowerCase())}`);
}

export interface NewNamespace {
  id: string;
  ecosystem: EcosystemId;
  namespace: string;
  owner: NamespaceHolder;
}

/** False if the namespace has an owner. @throws DomainError `overloaded` if its owner is deleted at the same moment */
export async function insertNamespace(db: Queryable, claim: NewNamespace): Promise<boolean> {
  const { id, ecosystem, namespace, owner } = claim;
  const created = await orOvertaken(
    db.maybeOne(sql.typeAlias('id')`
      insert into namespaces (id, ecosystem, name, owner_user_id, owner_org_id)
      values (${id}, ${ecosystem}, ${namespace.toLowerCase()}, ${owner.userId}, ${owner.organizationId})
      on conflict (name, ecosystem) do nothing
      returning id`),
  );
  return created !== null;
}

/**
 * Assigns the claim's existing packages of the same owner, which were in no namespace or in a wider one. `prefixes`
 * as in {@link hasPackages}; all in one call, because rows are locked in one order.
 */
export async function moveIntoNamespace(
  db: Queryable,
  { id, namespace, prefixes }: { id: string; namespace: string; prefixes: readonly string[] },
): Promise<void> {
  if (prefixes.length === 0) return;
  const named = prefixes.map(
    (prefix) => sql.fragment`
      packages.name_key = ${prefix.slice(0, -1)} or starts_with(packages.name_key, ${prefix})`,
  );
  const belongs = sql.fragment`
    claimed.id = ${id} and packages.ecosystem = claimed.ecosystem and (${sql.join(named, sql.fragment` or `)})
      and repositories.owner_user_id is not distinct from claimed.owner_user_id
      and repositories.owner_org_id is not distinct from claimed.owner_org_id
      and (packages.namespace_id is null or packages.namespace_id in (
        select wider.id from namespaces as wider where length(wider.name) < ${namespace.length}))`;
  const ids = await lockPackages(
    db,
    sql.fragment`packages.id in (
      select packages.id from namespaces as claimed, packages
      join repositories on repositories.id = packages.repository_id
      where ${belongs})`,
  );
  // the condition is checked again: another transaction may have moved packages before the lock
  const moved = await db.any(sql.typeAlias('id')`
    update packages set namespace_id = claimed.id, revision = packages.revision + 1
    from namespaces as claimed, repositories
    where packages.id = any(${sql.array([...ids], 'uuid')}) and repositories.id = packages.repository_id and ${belongs}
    returning packages.id`);
  await tellOfPlaces(
    db,
    moved.map((row) => row.id),
  );
}

const byName = keyset(
  { value: sql.fragment`namespaces.name`, type: 'text' },
  { value: sql.fragment`namespaces.ecosystem`, type: 'text' },
);

const Claim = z.object({
  ...placed,
  id: z.string(),
  ecosystem: EcosystemId,
  namespace: z.string(),
  ownerUserId: z.string().nullable(),
  ownerOrgId: z.string().nullable(),
  ownerName: z.string(),
  isVerified: z.boolean(),
  createdAt: z.date(),
});
/** A namespace with its owner's name. */
export type Claim = z.infer<typeof Claim>;

const claims = sql.fragment`
  select namespaces.id, namespaces.ecosystem, namespaces.name as namespace, namespaces.owner_user_id,
    namespaces.owner_org_id, coalesce(organizations.slug, users.username) as owner_name, namespaces.is_verified,
    namespaces.created_at, ${byName.position} as position
  from namespaces
  left join users on users.id = namespaces.owner_user_id
  left join organizations on organizations.id = namespaces.owner_org_id`;

/**
 * Whether a namespace is visible: to its holders, to platform administrators, and to all readers of a package in it.
 */
function isShownTo(actor: Actor) {
  return sql.fragment`(${mayWhere(actor, 'read', namespaceRights)}
    or ${mayWhere(actor, 'manage_namespace', namespaceRights)}
    or exists (select from packages join repositories on repositories.id = packages.repository_id
      where packages.namespace_id = namespaces.id and packages.readable_releases > 0
        and ((packages.visibility = 'public' and repositories.visibility = 'public')
          or ('quarantined' not in (packages.visibility, repositories.visibility)
            and ${mayWhere(actor, 'read', packageRights)}))))`;
}

export interface ClaimFilter {
  ecosystem?: string | undefined;
  ownerUserId?: string | undefined;
  ownerOrgId?: string | undefined;
  isVerified?: boolean | undefined;
}

/** Claims that the actor may know of, by name. */
export async function listClaims(
  db: Queryable,
  actor: Actor,
  { ecosystem, ownerUserId, ownerOrgId, isVerified }: ClaimFilter,
  window: Window,
): Promise<readonly Claim[]> {
  return db.any(sql.type(Claim)`
    ${claims}
    where (${ecosystem ?? null}::text is null or namespaces.ecosystem = ${ecosystem ?? null})
      and (${ownerUserId ?? null}::uuid is null or namespaces.owner_user_id = ${ownerUserId ?? null})
      and (${ownerOrgId ?? null}::uuid is null or namespaces.owner_org_id = ${ownerOrgId ?? null})
      and (${isVerified ?? null}::boolean is null or namespaces.is_verified = ${isVerified ?? null})
      and ${byName.behind(window)} and ${isShownTo(actor)}
    ${byName.page(window)}`);
}

/** Null also for a claim that the actor may not know of. */
export async function findClaim(
  db: Queryable,
  actor: Actor,
  claim: { id: string } | { ecosystem: EcosystemId; namespace: string },
): Promise<Claim | null> {
  const which =
    'id' in claim
      ? sql.fragment`namespaces.id = ${claim.id}`
      : sql.fragment`namespaces.name = ${claim.namespace.toLowerCase()} and namespaces.ecosystem = ${claim.ecosystem}`;
  return db.maybeOne(sql.type(Claim)`${claims} where ${which} and ${isShownTo(actor)}`);
}

/** Locks a namespace: no other transaction creates a package in it. False if it does not exist any more. */
export async function lockClaim(tx: Transaction, id: string): Promise<boolean> {
  const locked = await tx.maybeOne(sql.typeAlias('id')`
    select namespaces.id from namespaces where namespaces.id = ${id} for update`);
  return locked !== null;
}

/** `prefix` in the form of its ecosystem; the name without the separator is also in the namespace. */
export async function hasPackages(db: Queryable, ecosystem: EcosystemId, prefix: string): Promise<boolean> {
  return db.exists(sql.typeAlias('id')`
    select packages.id from packages
    where packages.ecosystem = ${ecosystem} and ${isHosted}
      and (packages.name_key = ${prefix.slice(0, -1)} or starts_with(packages.name_key, ${prefix}))`);
}

export async function deleteClaim(db: Queryable, id: string): Promise<void> {
  await db.query(sql.typeAlias('void')`delete from namespaces where namespaces.id = ${id}`);
}

/** Whether the person or organization exists. */
export async function isHolder(db: Queryable, { userId, organizationId }: NamespaceHolder): Promise<boolean> {
  return db.exists(sql.typeAlias('id')`
    select users.id from users where users.id = ${userId}
    union all
    select organizations.id from organizations where organizations.id = ${organizationId}`);
}
