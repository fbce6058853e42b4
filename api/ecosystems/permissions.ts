import { canRead } from '../../domain/access.ts';
import { asTarget, may } from '../../domain/authorize.ts';
import type { Actor, UserActor } from '../../domain/actor.ts';
import { DomainError } from '../../domain/errors.ts';
import { mayCreateIn } from '../../domain/namespace.ts';
import type { RouteContext } from '../../ecosystems/context/context.ts';
import { findNamespaces } from '../../store/postgres/packages/namespaces.ts';
import { findPackage } from '../../store/postgres/packages/packages.ts';
import { findRepository, findWritableRepository } from '../../store/postgres/packages/repositories.ts';
import type { EcosystemScope } from './scope.ts';

const none = { exists: false, read: false, publish: false, delete: false };

/** {@link RouteContext.permissions}: what the steps themselves will check again. */
export function createPermissions(scope: EcosystemScope): RouteContext['permissions'] {
  const { deps, ecosystem } = scope;

  async function mayCreate(actor: Actor, nameKey: string, repositorySlug: string | null): Promise<boolean> {
    if (!mayWrite(actor) || actor.boundPackageIds !== undefined) return false;
    const namespaces = ecosystem.names.namespaces(nameKey);
    const standings = await findNamespaces(deps.pool, ecosystem.id, namespaces);
    if (!mayCreateIn(standings, actor, deps.namespaceClaims)) return false;
    if (repositorySlug === null) {
      const only = actor.boundRepositoryId ?? null;
      return (await findWritableRepository(deps.pool, actor.userId, only)) !== null;
    }
    const repository = await findRepository(deps.pool, repositorySlug);
    if (!repository || !isWithin(actor, repository.id)) return false;
    return may(actor, 'publish', asTarget(repository));
  }

  return async (caller, name) => {
    await scope.assertMount(caller);
    const { actor, repository: repositorySlug } = caller;
    const nameKey = canonicalOrUndefined(() => ecosystem.names.canonical(name));
    if (nameKey === undefined) return none;
    const pkg = await findPackage(deps.pool, ecosystem.id, nameKey);
    if (!pkg) {
      // whoever may take a name has every right in it: what they bring before its first release is theirs
      const may = await mayCreate(actor, nameKey, repositorySlug);
      return { exists: false, read: may, publish: may, delete: may };
    }
    if (repositorySlug !== null && pkg.repositorySlug !== repositorySlug) return none;
    // what one may not see does not exist, also for this answer
    if (!canRead(pkg, actor)) return none;
    const isWritable =
      mayWrite(actor) &&
      isWithin(actor, pkg.repositoryId) &&
      (actor.boundPackageIds === undefined || actor.boundPackageIds.has(pkg.id));
    const publish =
      isWritable &&
      may(actor, 'publish', pkg) &&
      !(pkg.trustedPublishingOnly && actor.exchangedIn === undefined);
    return { exists: true, read: true, publish, delete: isWritable && may(actor, 'administer', pkg) };
  };
}

function mayWrite(actor: Actor): actor is UserActor {
  return actor.kind === 'user' && actor.scopes.has('packages:write');
}

function isWithin(actor: UserActor, repositoryId: string): boolean {
  return actor.boundRepositoryId === undefined || actor.boundRepositoryId === repositoryId;
}

function canonicalOrUndefined(canonical: () => string): string | undefined {
  try {
    return canonical();
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
