import { z } from 'zod';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { everything, type Window } from '../../../domain/paging.ts';
import { keyset, placed } from '../keyset.ts';
import { type Queryable, sql } from '../pool.ts';

const NamespaceKey = z.object({
  ...placed,
  id: z.string(),
  fingerprint: z.string(),
  keyIds: z.array(z.string()),
  userIds: z.array(z.string()),
  expiresAt: z.date().nullable(),
  armored: z.string(),
  createdAt: z.date(),
});
/** A key that the owner of a namespace publishes. */
export type NamespaceKey = z.infer<typeof NamespaceKey>;

const oldestFirst = keyset(
  { value: sql.fragment`namespace_keys.created_at`, type: 'timestamptz' },
  { value: sql.fragment`namespace_keys.id`, type: 'uuid' },
);

/** Oldest first. */
export async function listNamespaceKeys(
  db: Queryable,
  namespaceId: string,
  window: Window = everything,
): Promise<readonly NamespaceKey[]> {
  return db.any(sql.type(NamespaceKey)`
    select namespace_keys.id, namespace_keys.fingerprint, namespace_keys.key_ids, namespace_keys.user_ids,
      namespace_keys.expires_at, namespace_keys.armored, namespace_keys.created_at,
      ${oldestFirst.position} as position
    from namespace_keys
    where namespace_keys.namespace_id = ${namespaceId} and ${oldestFirst.behind(window)}
    ${oldestFirst.page(window)}`);
}

export interface NewNamespaceKey extends Omit<NamespaceKey, 'createdAt' | 'position'> {
  namespaceId: string;
  addedBy: string;
}

/** False if the key exists already. */
export async function insertNamespaceKey(db: Queryable, key: NewNamespaceKey): Promise<boolean> {
  const inserted = await db.maybeOne(sql.typeAlias('id')`
    insert into namespace_keys (id, namespace_id, fingerprint, key_ids, user_ids, expires_at, armored, added_by)
    values (${key.id}, ${key.namespaceId}, ${key.fingerprint}, ${sql.array([...key.keyIds], 'text')},
      ${sql.array([...key.userIds], 'text')}, ${key.expiresAt === null ? null : sql.timestamp(key.expiresAt)},
      ${key.armored}, ${key.addedBy})
    on conflict (namespace_id, fingerprint) do nothing
    returning id`);
  return inserted !== null;
}

/** False if the key does not exist. */
export async function deleteNamespaceKey(
  db: Queryable,
  namespaceId: string,
  fingerprint: string,
): Promise<boolean> {
  const deleted = await db.maybeOne(sql.typeAlias('id')`
    delete from namespace_keys
    where namespace_keys.namespace_id = ${namespaceId} and namespace_keys.fingerprint = ${fingerprint}
    returning id`);
  return deleted !== null;
}

/** Deletes the keys of an earlier owner, which prove nothing any more. */
export async function deleteNamespaceKeys(db: Queryable, namespaceId: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    delete from namespace_keys where namespace_keys.namespace_id = ${namespaceId}`);
}

const Armored = z.object({ armored: z.string() });

/**
 * The keys of a package's namespace, and of enclosing namespaces with the same owner. `namespaces`: all namespaces
 * that contain its name.
 */
export async function listTrustedKeys(
  db: Queryable,
  {
    packageId,
    ecosystem,
    namespaces,
  }: { packageId: string; ecosystem: EcosystemId; namespaces: readonly string[] },
): Promise<readonly string[]> {
  const keys = await db.any(sql.type(Armored)`
    select namespace_keys.armored
    from packages
    join namespaces as own on own.id = packages.namespace_id
    join namespaces as around on around.ecosystem = ${ecosystem}
      and around.name = any(${sql.array([...namespaces], 'text')})
      and around.owner_user_id is not distinct from own.owner_user_id
      and around.owner_org_id is not distinct from own.owner_org_id
    join namespace_keys on namespace_keys.namespace_id = around.id
    where packages.id = ${packageId}
    order by namespace_keys.created_at, namespace_keys.id`);
  return keys.map(({ armored }) => armored);
}
