import { hostedPackage } from '../../../domain/package-address.ts';
import type { BuildActor, UserActor } from '../../../domain/actor.ts';
import type { Caller } from '../../../domain/caller.ts';
import { DomainError, forbidden } from '../../../domain/errors.ts';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import type { Format } from '../../../ecosystems/format.ts';
import { findPackage } from '../../../store/postgres/packages/packages.ts';
import { findRepository } from '../../../store/postgres/packages/repositories.ts';
import type { Pool } from '../../../store/postgres/pool.ts';
import { findOpenings, type Usable, usableOf } from './openings.ts';

interface BuildCredential {
  tokenId: string;
  tokenKind: string;
  exchangedIn: EcosystemId;
  build: BuildActor;
}

/** A build without a known package: not a user, and without rights. */
export function buildActor({ tokenId, tokenKind, exchangedIn, build }: BuildCredential): UserActor {
  return {
    kind: 'user',
    userId: tokenId,
    username: 'build',
    isAdmin: false,
    scopes: new Set(['packages:write']),
    credential: 'token',
    tokenId,
    tokenKind,
    exchangedIn,
    build,
    boundPackageIds: new Set(),
    memberships: new Map(),
    grants: new Map(),
  };
}

/**
 * Returns a build as the actor for one name: it acts for the user who allowed it to publish that package, and only on
 * that package. Publishers of other packages have no effect. Other callers are returned unchanged. @throws DomainError
 * `forbidden` for a new name that several organizations expect from the build
 */
export async function actUnder<Who extends Caller>(
  pool: Pool,
  caller: Who,
  ecosystem: Format,
  name: string,
): Promise<Who> {
  const { actor } = caller;
  if (actor.kind !== 'user') return caller;
  const { build, tokenId, tokenKind, exchangedIn } = actor;
  if (build === undefined || tokenId === undefined || tokenKind === undefined || exchangedIn === undefined) {
    return caller;
  }
  const credential = { build, tokenId, tokenKind, exchangedIn };
  const rightless = { ...caller, actor: buildActor(credential) };
  if (exchangedIn !== ecosystem.id) return rightless;
  const nameKey = keyOf(ecosystem, name);
  if (nameKey === null) return rightless;
  const pkg = await findPackage(pool, hostedPackage(ecosystem.id, nameKey));
  const openings = await findOpenings(pool, ecosystem.id, build, { nameKey, pkg });
  const usable = await usableOf(pool, openings, build, { since: build.exchangedAt });
  const [first, ...others] = pkg ? usable : await expecting(pool, usable, caller, name);
  if (first === undefined) return rightless;
  const needsApproval = [first, ...others].every(({ opening }) => opening.needsApproval);
  const bounds = pkg
    ? { boundPackageIds: new Set([pkg.id]) }
    : { boundTo: { organizationId: first.opening.ownerOrgId, ecosystem: ecosystem.id, namePattern: name } };
  const acting: UserActor = {
    ...first.person,
    ...credential,
    ...bounds,
    ...(needsApproval ? { needsApproval: true } : {}),
  };
  return { ...caller, actor: acting };
}

function keyOf(ecosystem: Format, name: string): string | null {
  try {
    return ecosystem.names.canonical(name);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/** Selects the owner of a new name: the organization of the addressed repository, else the only one. */
async function expecting(
  pool: Pool,
  usable: readonly Usable[],
  { repository: slug }: Caller,
  name: string,
): Promise<readonly Usable[]> {
  const repository = slug === null ? null : await findRepository(pool, slug);
  const addressed = repository
    ? usable.filter(({ opening }) => opening.ownerOrgId === repository.ownerOrgId)
    : usable;
  if (new Set(addressed.map(({ opening }) => opening.ownerOrgId)).size < 2) return addressed;
  throw forbidden(
    `several organizations expect ${name} of this build: publish through the address of a repository of the one that is meant (…/r/<repository>)`,
    { reason: 'pending_publisher' },
  );
}
