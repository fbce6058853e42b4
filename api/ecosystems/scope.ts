import { canRead, canReadDocuments } from '../../domain/access.ts';
import type { Actor, UserActor } from '../../domain/actor.ts';
import type { Caller } from '../../domain/caller.ts';
import { authorize, requireScopeFor } from '../../domain/authorize.ts';
import { DomainError, notFound, unauthenticated } from '../../domain/errors.ts';
import type { Action } from '../../domain/permissions.ts';
import type { Ecosystem } from '../../ecosystems/ecosystem.ts';
import { findPackage, type PackageRow } from '../../store/postgres/packages/packages.ts';
import type { EcosystemDeps } from './context.ts';
import { resolveMount } from './mounts.ts';

export interface Writable {
  pkg: PackageRow;
  user: UserActor;
}

/** What the groups of the route context share: one ecosystem's names, mounts and ways to find a package. */
export interface EcosystemScope {
  readonly deps: EcosystemDeps;
  readonly ecosystem: Ecosystem;
  /** For what is missing or hidden: a challenge where that may be told to anonymous callers. */
  hidden(actor: Actor, what: string): DomainError;
  /** On a repository mount only that repository exists, and only for those who may know it. @throws `unauthenticated`, `not_found` */
  assertMount(caller: Caller, repositorySlug?: string): Promise<void>;
  /** Keys of names and versions; what can't exist is simply not there. @throws `not_found` */
  nameKey(name: string): string;
  versionKey(version: string): string;
  /** @throws `not_found` */
  getReadablePackage(caller: Caller, name: string): Promise<PackageRow>;
  /** For a change by somebody with the scope, the right and no binding to something else. @throws `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden` */
  getWritablePackage(caller: Caller, name: string, action: Action | readonly Action[]): Promise<Writable>;
  /** What follows a committed change: caches here drop the package, search is brought up to date. */
  afterChange(pkg: PackageRow): Promise<void>;
}

export function createScope(deps: EcosystemDeps, ecosystem: Ecosystem): EcosystemScope {
  const { pool, baseUrl } = deps;

  function hidden(actor: Actor, what: string): DomainError {
    return deps.advertiseAuth && actor.kind === 'anonymous' ? unauthenticated() : notFound(what);
  }

  async function assertMount(caller: Caller, repositorySlug?: string): Promise<void> {
    const slug = caller.repository;
    if (slug === null) return;
    await resolveMount(pool, ecosystem, baseUrl, caller);
    if (repositorySlug !== undefined && repositorySlug !== slug) throw notFound('package');
  }

  const nameKey = (name: string) => canonicalOrMissing(() => ecosystem.names.canonical(name));

  return {
    deps,
    ecosystem,
    hidden,
    assertMount,
    nameKey,
    versionKey: (version) => canonicalOrMissing(() => ecosystem.versions.canonical(version)),

    async getReadablePackage(caller, name) {
      await assertMount(caller);
      const pkg = await findPackage(pool, ecosystem.id, nameKey(name));
      if (!pkg || pkg.readableReleases === 0 || !canReadDocuments(pkg, caller.actor))
        throw hidden(caller.actor, 'package');
      await assertMount(caller, pkg.repositorySlug);
      return pkg;
    },

    async getWritablePackage(caller, name, action) {
      const user = requireScopeFor(caller.actor, action);
      await assertMount(caller);
      const pkg = await findPackage(pool, ecosystem.id, nameKey(name));
      if (!pkg || !canRead(pkg, user)) throw notFound('package');
      await assertMount(caller, pkg.repositorySlug);
      authorize(user, action, pkg);
      return { pkg, user };
    },

    async afterChange(pkg) {
      deps.onChanged(pkg.id);
      await deps.projection.request(ecosystem.id, pkg.nameKey, pkg.id).catch((error: unknown) => {
        // the change is committed; the reconciler finds search documents that lag behind
        deps.log.warn({ err: error, packageId: pkg.id }, 'search projection not requested');
      });
    },
  };
}

function canonicalOrMissing(canonical: () => string): string {
  try {
    return canonical();
  } catch (error) {
    if (error instanceof DomainError) throw notFound('package');
    throw error;
  }
}
