import { canRead } from '../../domain/access.ts';
import type { RouteContext } from '../../ecosystems/context/context.ts';
import { listAccessFacts } from '../../store/postgres/packages/package-listing.ts';
import type { EcosystemScope } from './scope.ts';

/** {@link RouteContext.listHidden}. */
export function createHiddenNames({ deps, ecosystem }: EcosystemScope): RouteContext['listHidden'] {
  return async (actor, nameKeys) => {
    const known = await listAccessFacts(deps.pool, ecosystem.id, nameKeys);
    return new Set(known.filter((facts) => !canRead(facts, actor)).map(({ nameKey }) => nameKey));
  };
}
