import type { FragmentSqlToken, IdentifierSqlToken } from 'slonik';
import type { BuildIdentity } from '../../../domain/trusted-publisher.ts';
import { sql } from '../pool.ts';

/** What a build showed that rules of publishers are about. */
export type ShownRules = Pick<
  BuildIdentity,
  'issuer' | 'subject' | 'repository' | 'workflowRef' | 'environment'
>;

/**
 * A wider condition than `isMatch` of the domain, which judges what is left: a list that has an end is not to be full of
 * rules that fit in part, which any account can name for any source repository. A workflow contains its name in every spelling.
 */
export function mayMatch(publishers: IdentifierSqlToken, shown: ShownRules): FragmentSqlToken {
  const { issuer, subject, repository, workflowRef, environment } = shown;
  return sql.fragment`(
    ${publishers}.issuer = ${issuer}
    and (${publishers}.subject is null or ${publishers}.subject = ${subject})
    and (lower(${publishers}.repository) = ${repository?.toLowerCase() ?? ''}
      or (${publishers}.repository is null and ${publishers}.subject is not null))
    and (${publishers}.workflow_ref is null or strpos(${workflowRef ?? ''}, ${publishers}.workflow_ref) > 0)
    and (${publishers}.environment is null or ${publishers}.environment = ${environment ?? ''}))`;
}
