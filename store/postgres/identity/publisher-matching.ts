import type { FragmentSqlToken, IdentifierSqlToken } from 'slonik';
import type { BuildToken } from '../../../domain/build-token.ts';
import { rowOf } from '../../../domain/permissions.ts';
import { workflowNamesOf } from '../../../domain/trusted-publisher.ts';
import { sql } from '../pool.ts';

/**
 * The part of the domain's `isMatch` that the query checks: any account can name rules for any source repository, and
 * partly matching rules must not fill a bounded list.
 */
export function mayMatch(publishers: IdentifierSqlToken, shown: BuildToken): FragmentSqlToken {
  const { issuer, subject, repository, environment } = shown;
  return sql.fragment`(
    ${publishers}.issuer = ${issuer}
    and (${publishers}.subject is null or ${publishers}.subject = ${subject})
    and (lower(${publishers}.repository) = ${repository?.toLowerCase() ?? ''}
      or (${publishers}.repository is null and ${publishers}.subject is not null))
    and (${publishers}.workflow_ref is null
      or ${publishers}.workflow_ref = any(${sql.array(workflowNamesOf(shown), 'text')}))
    and (${publishers}.environment is null or ${publishers}.environment = ${environment ?? ''}))`;
}

/** The columns of a query that determine whether a publisher is usable. `users`: the user who named it. */
export interface PublisherColumns {
  publishers: IdentifierSqlToken;
  /** Null for a package that does not exist yet. */
  ownerUserId: FragmentSqlToken | null;
  ownerOrgId: FragmentSqlToken;
  /** Packages, repositories and namespaces on which grants are possible. */
  targets: FragmentSqlToken | null;
  nameKey: FragmentSqlToken;
  ownerName: FragmentSqlToken;
  repositorySlug: FragmentSqlToken | null;
}

/**
 * Sorts usable publishers before unusable ones, as `usableOf` and `isLeftTo` decide: entries of strangers that no
 * build can use must not fill a bounded list.
 */
export function usableFirst(columns: PublisherColumns, token: BuildToken): FragmentSqlToken {
  const { publishers, nameKey, ownerName, repositorySlug: slug } = columns;
  const { repositoryOwnerId, organizations, owner, repositorySlug } = token;
  const isOwned = organizations === null ? sql.fragment`true` : isOneOf(columns.ownerOrgId, organizations);
  const isAddressed =
    slug === null || repositorySlug === null ? sql.fragment`true` : sql.fragment`${slug} = ${repositorySlug}`;
  return sql.fragment`(users.is_active
    and (${publishers}.repository_owner_id is null or ${publishers}.repository_owner_id = ${repositoryOwnerId})
    and (${token.nameKey}::text is null or ${nameKey} = ${token.nameKey})
    and (${owner}::text is null or lower(${ownerName}) = ${owner} or lower(users.username) = ${owner})
    and ${isOwned} and ${isAddressed} and ${mayPublish(columns)}) is true desc`;
}

/** The rights of `findPerson` as a condition on the person in `users`. */
function mayPublish({ ownerUserId, ownerOrgId, targets }: PublisherColumns): FragmentSqlToken {
  const { roles, permissions } = rowOf('publish');
  const ways = [
    sql.fragment`exists (select from members
      where members.organization_id = ${ownerOrgId} and members.user_id = users.id
        and members.role = any(${sql.array([...roles], 'text')}))`,
    sql.fragment`exists (select from organization_accounts
      where organization_accounts.organization_id = ${ownerOrgId} and organization_accounts.user_id = users.id)`,
  ];
  if (ownerUserId !== null) ways.push(sql.fragment`${ownerUserId} = users.id`);
  if (targets !== null) {
    ways.push(
      sql.fragment`exists (select from package_grants
        where package_grants.user_id = users.id and package_grants.package_id in (${targets})
          and package_grants.role = 'maintainer')`,
      sql.fragment`exists (select from team_members join team_access on team_access.team_id = team_members.team_id
        where team_members.user_id = users.id and team_access.target_id in (${targets})
          and team_access.permissions && ${sql.array([...permissions], 'text')})`,
    );
  }
  return sql.fragment`(${sql.join(ways, sql.fragment` or `)})`;
}

function isOneOf(column: FragmentSqlToken, ids: readonly string[]): FragmentSqlToken {
  return sql.fragment`${column} = any(${sql.array([...ids], 'uuid')})`;
}
