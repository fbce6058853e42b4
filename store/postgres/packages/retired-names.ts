import type { NamespaceHolder } from '../../../domain/namespace.ts';
import { type Queryable, sql } from '../pool.ts';

/** Retires the name of a deleted account: no account, namespace or repository gets it again. Hold `lockName`. */
export async function retireAccountName(db: Queryable, name: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    insert into retired_names (name, kind) values (${name.toLowerCase()}, 'account')
    on conflict (name, kind) do nothing`);
}

/** Retires the slug of a deleted repository; only its last owner may use it again. */
export async function retireRepositorySlug(
  db: Queryable,
  slug: string,
  { userId, organizationId }: NamespaceHolder,
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    insert into retired_names (name, kind, former_user_id, former_org_id)
    values (${slug}, 'repository', ${userId}, ${organizationId})
    on conflict (name, kind) do update
    set former_user_id = excluded.former_user_id, former_org_id = excluded.former_org_id, retired_at = now()`);
}

/** Whether this owner may not use the slug, because it belonged to another owner's repository. */
export async function isSlugRetired(
  db: Queryable,
  slug: string,
  { userId, organizationId }: NamespaceHolder,
): Promise<boolean> {
  return db.exists(sql.typeAlias('id')`
    select retired_names.name as id from retired_names
    where retired_names.name = ${slug}
      and not coalesce(retired_names.former_user_id = ${userId}::uuid
        or retired_names.former_org_id = ${organizationId}::uuid, false)`);
}
