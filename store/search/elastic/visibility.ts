import type { estypes } from '@elastic/elasticsearch';
import type { Actor, UserActor } from '../../../domain/actor.ts';
import { grantedWhere, holdsForPlatform, organizationsWhere } from '../../../domain/authorize.ts';
import { rowOf } from '../../../domain/permissions.ts';

type Condition = estypes.QueryDslQueryContainer;

/** `domain/access.ts` `isListed` as a condition for the index, which contains no unlisted or quarantined packages. */
export function listedTo(actor: Actor): Condition {
  const isPublic: Condition = { term: { visibility: 'public' } };
  if (actor.kind !== 'user') return isPublic;
  const isInternal: Condition = { terms: { visibility: ['private', 'internal_org'] } };
  return anyOf([isPublic, { bool: { filter: [isInternal, readableBy(actor)] } }]);
}

/** `domain/authorize.ts` `may` for reading, from the same table of rights. */
function readableBy(actor: UserActor): Condition {
  if (holdsForPlatform(actor, 'read')) return { match_all: {} };
  const granted = grantedWhere(actor, 'read');
  return anyOf([
    ...(rowOf('read').owner ? [{ term: { owner_user_id: actor.userId } }] : []),
    { terms: { owner_org_id: organizationsWhere(actor, 'read') } },
    ...['package_id', 'repository_id', 'namespace_id'].map((field) => ({ terms: { [field]: granted } })),
  ]);
}

export function anyOf(conditions: Condition[]): Condition {
  return { bool: { should: conditions, minimum_should_match: 1 } };
}
