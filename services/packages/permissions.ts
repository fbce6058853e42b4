import { hostedPackage } from '../../domain/package-address.ts';
import { allowsName } from '../../domain/token-binding.ts';
import { canRead } from '../../domain/access.ts';
import { isAuthorized, asTarget } from '../../domain/authorize.ts';
import type { Actor, UserActor } from '../../domain/actor.ts';
import type { Caller } from '../../domain/caller.ts';
import { DomainError } from '../../domain/errors.ts';
import { refusalIn, stricterPolicy } from '../../domain/namespace.ts';
import { findPackage } from '../../store/postgres/packages/packages.ts';
import { findRepository, findWritableRepository } from '../../store/postgres/packages/repositories.ts';
import { findStandings } from '../namespaces/standings.ts';
import { type Named, nameKeyOf } from './find.ts';
import { assertMount } from './mount.ts';
import type { Configured, Platform } from '../platform.ts';

/** The rights of a caller under a name. */
export interface NamePermissions {
  exists: boolean;
  read: boolean;
  publish: boolean;
  delete: boolean;
  /** Why the caller may not take a free name that a namespace claim reserves. */
  refusal?: DomainError;
}

const none = { exists: false, read: false, publish: false, delete: false };

/**
 * Whether the caller may read, publish or delete under a name, taken or free. The operations check again.
 * @throws DomainError `unauthenticated`, `not_found` for the mount
 */
export async function permissionsUnder(
  platform: Pick<Platform, 'pool'> & Configured<'publish'>,
  caller: Caller,
  named: Named,
): Promise<NamePermissions> {
  await assertMount(platform, caller);
  const { actor, repository: repositorySlug } = caller;
  const nameKey = keyOrUndefined(named);
  if (nameKey === undefined) return none;
  const pkg = await findPackage(platform.pool, hostedPackage(named.ecosystem.id, nameKey));
  if (!pkg) {
    // a user who may take a name has every right in it, including parts that are uploaded before the first release
    const may = await mayCreate(platform, caller, named, nameKey);
    if (may instanceof DomainError) return { ...none, refusal: may };
    return { exists: false, read: may, publish: may, delete: may };
  }
  const isElsewhere = repositorySlug !== null && pkg.repositorySlug !== repositorySlug;
  // a hidden package does not exist for the caller: the answer is the same as for a free name
  if (isElsewhere || !canRead(pkg, actor)) {
    const may = await mayCreate(platform, caller, named, nameKey);
    return may instanceof DomainError ? { ...none, refusal: may } : none;
  }
  const isOpen = !pkg.trustedPublishingOnly || (actor.kind === 'user' && actor.exchangedIn !== undefined);
  return {
    exists: true,
    read: true,
    publish: isOpen && isAuthorized(actor, 'publish', pkg),
    delete: isAuthorized(actor, 'administer', pkg),
  };
}

async function mayCreate(
  { pool, config }: Pick<Platform, 'pool'> & Configured<'publish'>,
  { actor, repository: repositorySlug }: Caller,
  { ecosystem, name }: Named,
  nameKey: string,
): Promise<boolean | DomainError> {
  if (!mayWrite(actor, { ecosystem: ecosystem.id, name })) return false;
  const standings = await findStandings(pool, ecosystem, nameKey);
  const refusal = refusalIn(
    standings,
    actor,
    stricterPolicy(config.publish.namespaceClaims, ecosystem.namespaces.claims),
  );
  if (refusal) return refusal;
  if (repositorySlug === null) {
    return (await findWritableRepository(pool, actor, actor.boundRepositoryId ?? null)) !== null;
  }
  const repository = await findRepository(pool, repositorySlug);
  return (
    repository !== null &&
    isAuthorized(actor, 'publish', { ...asTarget(repository), ecosystem: ecosystem.id, name })
  );
}

/** A token that is bound to packages can't create others. */
function mayWrite(actor: Actor, named: { ecosystem: string; name: string }): actor is UserActor {
  if (actor.kind !== 'user' || !actor.scopes.has('packages:write')) return false;
  if (actor.boundPackageIds !== undefined) return false;
  return actor.boundTo === undefined || allowsName(actor.boundTo, named);
}

function keyOrUndefined(named: Named): string | undefined {
  try {
    return nameKeyOf(named);
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
