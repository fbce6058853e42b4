import type { FragmentSqlToken } from 'slonik';
import type { Actor } from '../../../domain/actor.ts';
import { grantedWhere, organizationsWhere } from '../../../domain/authorize.ts';
import { sql } from '../pool.ts';

/**
 * `domain/access.ts` `isListed` as SQL, for queries that count and page. The row named by `alias` must
 * have `package_id`, `visibility`, `owner_user_id` and `owner_org_id`, and belong to a package with readable releases.
 */
export function listedTo(actor: Actor, alias: string): FragmentSqlToken {
  const row = sql.identifier([alias, 'visibility']);
  if (actor.kind !== 'user') return sql.fragment`${row} = 'public'`;
  const ownerUser = sql.identifier([alias, 'owner_user_id']);
  const ownerOrg = sql.identifier([alias, 'owner_org_id']);
  const packageId = sql.identifier([alias, 'package_id']);
  const granted = sql.array(grantedWhere(actor, 'read'), 'uuid');
  const orgs = sql.array(organizationsWhere(actor, 'read'), 'uuid');
  return sql.fragment`(${row} = 'public' or (${row} in ('private', 'internal_org')
    and (${ownerUser} = ${actor.userId} or ${ownerOrg} = any(${orgs})
      or ${packageId} = any(${granted}))))`;
}
