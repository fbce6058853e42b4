import type { FragmentSqlToken } from 'slonik';
import type { Actor } from '../../../domain/actor.ts';
import { grantedWhere, holdsForPlatform, organizationsWhere } from '../../../domain/authorize.ts';
import { type Action, rowOf } from '../../../domain/permissions.ts';
import { sql } from '../pool.ts';

/** The columns of a query that decide about rights; null for kinds that the object does not have. */
export interface RightColumns {
  packageId: FragmentSqlToken | null;
  repositoryId: FragmentSqlToken | null;
  namespaceId: FragmentSqlToken | null;
  ownerUserId: FragmentSqlToken;
  ownerOrgId: FragmentSqlToken;
}

/** Columns of a query over `packages` joined with their `repositories`. */
export const packageRights: RightColumns = {
  packageId: sql.fragment`packages.id`,
  repositoryId: sql.fragment`packages.repository_id`,
  namespaceId: sql.fragment`packages.namespace_id`,
  ownerUserId: sql.fragment`repositories.owner_user_id`,
  ownerOrgId: sql.fragment`repositories.owner_org_id`,
};

/** Columns of a query over `repositories` alone. */
export const repositoryRights: RightColumns = {
  ...packageRights,
  packageId: null,
  repositoryId: sql.fragment`repositories.id`,
  namespaceId: null,
};

/** Columns of a query over `namespaces` alone. */
export const namespaceRights: RightColumns = {
  packageId: null,
  repositoryId: null,
  namespaceId: sql.fragment`namespaces.id`,
  ownerUserId: sql.fragment`namespaces.owner_user_id`,
  ownerOrgId: sql.fragment`namespaces.owner_org_id`,
};

/** `domain/authorize.ts` `may` as SQL, from the same table of rights: the only second implementation. */
export function mayWhere(actor: Actor, action: Action, columns: RightColumns): FragmentSqlToken {
  if (actor.kind !== 'user') return sql.fragment`false`;
  if (holdsForPlatform(actor, action)) return sql.fragment`true`;
  const ways: FragmentSqlToken[] = [];
  if (rowOf(action).owner) ways.push(sql.fragment`${columns.ownerUserId} = ${actor.userId}`);
  const organizations = organizationsWhere(actor, action);
  if (organizations.length > 0) ways.push(isOneOf(columns.ownerOrgId, organizations));
  const granted = grantedWhere(actor, action);
  for (const column of [columns.packageId, columns.repositoryId, columns.namespaceId]) {
    if (column !== null && granted.length > 0) ways.push(isOneOf(column, granted));
  }
  if (ways.length === 0) return sql.fragment`false`;
  // a comparison with a null column is null, which means no right
  return sql.fragment`coalesce(${sql.join(ways, sql.fragment` or `)}, false)`;
}

function isOneOf(column: FragmentSqlToken, ids: readonly string[]): FragmentSqlToken {
  return sql.fragment`${column} = any(${sql.array([...ids], 'uuid')})`;
}
