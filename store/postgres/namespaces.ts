import { z } from 'zod';
import type { NamespaceHolder } from '../../domain/namespace.ts';
import { type Queryable, sql } from './pool.ts';

const Holder = z.object({ userId: z.string().nullable(), organizationId: z.string().nullable() });

/** The person and the organization a namespace is named after. */
export async function findNamespaceHolder(db: Queryable, namespace: string): Promise<NamespaceHolder> {
  return db.one(sql.type(Holder)`
    select
      (select users.id from users where users.username_key = ${namespace.toLowerCase()}) as user_id,
      (select organizations.id from organizations
        where organizations.slug = ${namespace.toLowerCase()}) as organization_id`);
}
