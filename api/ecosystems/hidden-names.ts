import { canRead } from '../../domain/access.ts';
import type { RouteContext } from '../../ecosystems/route-context.ts';
import { findPackage } from '../../store/postgres/packages.ts';
import type { EcosystemScope } from './scope.ts';

/** {@link RouteContext.listHidden}. */
export function createHiddenNames({ deps, ecosystem }: EcosystemScope): RouteContext['listHidden'] {
  return async (actor, nameKeys) => {
    const hidden = new Set<string>();
    for (const nameKey of nameKeys) {
      const pkg = await findPackage(deps.pool, ecosystem.id, nameKey);
      if (pkg && !canRead(pkg, actor)) hidden.add(nameKey);
    }
    return hidden;
  };
}
