import type { FragmentSqlToken } from 'slonik';
import type { Actor } from '../../../domain/actor.ts';
import { sql } from '../pool.ts';
import { mayWhere } from './rights.ts';

/**
 * The visibility of a package in lists: a quarantined repository hides all of its packages, without a change of their
 * rows.
 */
export const shownVisibility = sql.fragment`
  case when repositories.visibility = 'quarantined' then 'quarantined' else packages.visibility end`;

/**
 * `domain/access.ts` `isListed` as SQL, for queries with counts and pages. The row `alias` must have `visibility`,
 * `package_id`, `repository_id`, `namespace_id`, `owner_user_id` and `owner_org_id`, and belong to a package with
 * readable releases. `visibility` is the narrower one of the package's and its repository's.
 */
export function listedTo(actor: Actor, alias: string): FragmentSqlToken {
  const column = (name: string) => sql.fragment`${sql.identifier([alias, name])}`;
  const visibility = column('visibility');
  if (actor.kind !== 'user') return sql.fragment`${visibility} = 'public'`;
  const mayRead = mayWhere(actor, 'read', {
    packageId: column('package_id'),
    repositoryId: column('repository_id'),
    namespaceId: column('namespace_id'),
    ownerUserId: column('owner_user_id'),
    ownerOrgId: column('owner_org_id'),
  });
  return sql.fragment`(${visibility} = 'public' or (${visibility} in ('private', 'internal_org') and ${mayRead}))`;
}
