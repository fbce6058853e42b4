import { hostedPackage } from '../../domain/package-address.ts';
import { publishRefusal } from '../../domain/publish-refusal.ts';
import { authorize, requireScopeFor, asTarget } from '../../domain/authorize.ts';
import { requireCreatable, type UserActor } from '../../domain/actor.ts';
import type { Caller } from '../../domain/caller.ts';
import { forbidden, notFound, trustedPublishingOnly } from '../../domain/errors.ts';
import { assertMayCreateIn, stricterPolicy } from '../../domain/namespace.ts';
import type { Format } from '../../ecosystems/format.ts';
import { findPackage, type PackageRow } from '../../store/postgres/packages/packages.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { findRepository, findWritableRepository } from '../../store/postgres/packages/repositories.ts';
import { findStandings } from '../namespaces/standings.ts';
import type { Configured, Platform } from '../platform.ts';
import { assertMount } from '../packages/mount.ts';

/** A user who writes under a name; `pkg` is null for a name without a package. */
export interface NameWriter {
  user: UserActor;
  nameKey: string;
  pkg: PackageRow | null;
}

export type RequireWriter = (caller: Caller, name: string) => Promise<NameWriter>;

/**
 * A user who may publish under the name may upload parts to it. `acceptPublish` checks the right again. If the
 * uploader has lost the right by then, only the uploader can read the part until the collector removes it.
 */
export function createRequireWriter(
  platform: Pick<Platform, 'pool'> & Configured<'publish'>,
  ecosystem: Format,
): RequireWriter {
  const { pool, config } = platform;
  return async (caller, name) => {
    const user = requireScopeFor(caller.actor, 'publish');
    const nameKey = ecosystem.names.canonical(name);
    await assertMount(platform, caller);
    const pkg = await findPackage(pool, hostedPackage(ecosystem.id, nameKey));
    if (!pkg) {
      const standings = await findStandings(pool, ecosystem, nameKey);
      assertMayCreateIn(
        standings,
        user,
        stricterPolicy(config.publish.namespaceClaims, ecosystem.namespaces.claims),
      );
      requireCreatable(user, { ecosystem: ecosystem.id, name });
      await assertMayCreate(pool, { user, ecosystem: ecosystem.id, name }, caller.repository);
      return { user, nameKey, pkg };
    }
    await assertMount(platform, caller, pkg.repositorySlug);
    authorize(user, 'publish', { ...pkg, refusal: publishRefusal(pkg, user) });
    if (pkg.trustedPublishingOnly && user.exchangedIn === undefined) throw trustedPublishingOnly(pkg.name);
    return { user, nameKey, pkg };
  };
}

async function assertMayCreate(
  pool: Pool,
  { user, ...named }: { user: UserActor; ecosystem: string; name: string },
  repositorySlug: string | null,
): Promise<void> {
  if (repositorySlug === null) {
    const repository = await findWritableRepository(pool, user, user.boundRepositoryId ?? null);
    if (!repository) throw forbidden('you have no repository to publish to');
    return;
  }
  const repository = await findRepository(pool, repositorySlug);
  if (!repository) throw notFound('repository');
  const refusal = `you may not publish to ${repository.slug}`;
  authorize(user, 'publish', { ...asTarget(repository), ...named, refusal });
}
