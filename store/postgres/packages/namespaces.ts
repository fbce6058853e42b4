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

/** The part that rows hold. */
type Standing = Omit<NamespaceStanding, 'shared'>;

/** Its owner in this ecosystem, and the accounts of that name. */
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
 * {@link findNamespace} for a package that is to be created in it. An owner stays until the end of the transaction;
 * no other transaction takes a free one until then, neither as a namespace nor as the name of an account.
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

/** Accounts and namespaces share their names: this lock is held while one is taken. */
export async function lockName(tx: Transaction, name: string): Promise<void> {
  await tx.query(sql.typeAlias('void')`
    select pg_advisory_xact_lock(hashtextextended(${`name:${name.toLowerCase()}`}, 0))`);
}

/** Whether the name belonged to an account that is gone. */
function isRetiredName(name: string) {
  return sql.fragment`exists (
    select from retired_names where retired_names.name = ${name} and retired_names.kind = 'account')`;
}

/**
 * Whether no account may have the name: a namespace of it belongs to another person, in any ecosystem, or it was an
 * account's that is gone. Hold {@link lockName}.
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

/** False when it has an owner. @throws DomainError `overloaded` when its owner goes at the same moment */
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
 * Packages whose owner claims the namespace that they are in, after they were made: those that were in none, or in a wider one.
 * `prefixes` as in {@link hasPackages}; all at once, as rows are locked in one order.
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
  // packages that another transaction moved before the lock are looked at again
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

/** Visible to its holders, to administrators of the platform, and to all readers of a package in it. */
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

/** By name, as far as the actor may know of them. */
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

/** Null also for one that the actor may not know of. */
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

/** Locks a namespace: no other transaction creates a package in it. False when it is gone. */
export async function lockClaim(tx: Transaction, id: string): Promise<boolean> {
  const locked = await tx.maybeOne(sql.typeAlias('id')`
    select namespaces.id from namespaces where namespaces.id = ${id} for update`);
  return locked !== null;
}

/** `prefix` as its ecosystem has it; the name without the separator is in the namespace as well. */
export async function hasPackages(db: Queryable, ecosystem: EcosystemId, prefix: string): Promise<boolean> {
  return db.exists(sql.typeAlias('id')`
    select packages.id from packages
    where packages.ecosystem = ${ecosystem} and ${isHosted}
      and (packages.name_key = ${prefix.slice(0, -1)} or starts_with(packages.name_key, ${prefix}))`);
}

export async function deleteClaim(db: Queryable, id: string): Promise<void> {
  await db.query(sql.typeAlias('void')`delete from namespaces where namespaces.id = ${id}`);
}

/** Whether there is such a person or organization. */
export async function isHolder(db: Queryable, { userId, organizationId }: NamespaceHolder): Promise<boolean> {
  return db.exists(sql.typeAlias('id')`
    select users.id from users where users.id = ${userId}
    union all
    select organizations.id from organizations where organizations.id = ${organizationId}`);
}
