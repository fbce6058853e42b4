import { z } from 'zod';
import { type AccessFacts, canOversee, canRead } from '../../../../domain/access.ts';
import { type Actor, requireBinding, requireOneScope, type UserActor } from '../../../../domain/actor.ts';
import { EcosystemId } from '../../../../domain/ecosystem-id.ts';
import { DomainError, forbidden, notFound } from '../../../../domain/errors.ts';
import { isReadable } from '../../../../domain/release.ts';
import type { Scope } from '../../../../domain/scopes.ts';
import type { Ecosystem } from '../../../../ecosystems/ecosystem.ts';
import { findPackage, type PackageRow } from '../../../../store/postgres/packages.ts';
import { findRelease, type ReleaseRow } from '../../../../store/postgres/releases.ts';
import type { ManagementDeps } from '../../deps.ts';

export const packagePath = '/v1/packages/:ecosystem/:name';

export const PackageParams = z.object({
  ecosystem: z.string().describe('E.g. cargo, nuget'),
  name: z.string().describe('One percent-encoded segment, in any spelling'),
});

export const releasePath = `${packagePath}/releases/:version`;

export const ReleaseParams = PackageParams.extend({ version: z.string() });

/** A package with the ecosystem that understands its names and versions. */
export interface Subject {
  ecosystem: Ecosystem;
  pkg: PackageRow;
}

type Deps = Pick<ManagementDeps, 'pool' | 'ecosystems'>;

/** @throws DomainError `not_found` for what is missing and what is hidden alike */
export async function getVisiblePackage(
  { pool, ecosystems }: Deps,
  actor: Actor,
  asked: { ecosystem: string; name: string },
): Promise<Subject> {
  const ecosystem = getEcosystem(ecosystems, asked.ecosystem);
  const nameKey = canonicalOrMissing(() => ecosystem.names.canonical(asked.name), 'package');
  const pkg = await findPackage(pool, ecosystem.id, nameKey);
  if (!pkg || !(canRead(pkg, actor) || canOversee(pkg, actor))) throw notFound('package');
  return { ecosystem, pkg };
}

export interface Writable extends Subject {
  actor: UserActor;
}

/**
 * The package for a change that needs one of the scopes and a right.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`
 */
export async function getWritablePackage(
  deps: Deps,
  asker: Actor,
  asked: { ecosystem: string; name: string },
  hasRight: (facts: AccessFacts, actor: Actor) => boolean,
  scopes: readonly [...Scope[], Scope] = ['packages:write'],
): Promise<Writable> {
  const actor = requireOneScope(asker, scopes);
  const subject = await getVisiblePackage(deps, actor, asked);
  if (!hasRight(subject.pkg, actor)) throw forbidden(`you may not do this to ${subject.pkg.name}`);
  requireBinding(actor, { packageId: subject.pkg.id, repositoryId: subject.pkg.repositoryId });
  return { ...subject, actor };
}

/** @throws DomainError `not_found`, also for releases that are held and none of the actor's business */
export async function getVisibleRelease(
  { pool }: Pick<Deps, 'pool'>,
  { ecosystem, pkg }: Subject,
  actor: Actor,
  version: string,
): Promise<ReleaseRow> {
  const versionKey = canonicalOrMissing(() => ecosystem.versions.canonical(version), 'version');
  const release = await findRelease(pool, pkg.id, versionKey);
  if (!release || !(isReadable(release) || canOversee(pkg, actor))) throw notFound('version');
  return release;
}

/** @throws DomainError `not_found` */
export function getEcosystem(ecosystems: Deps['ecosystems'], given: string): Ecosystem {
  const id = EcosystemId.safeParse(given);
  if (!id.success) throw notFound('package');
  return ecosystems.get(id.data);
}

/** What no name can be spelled like is simply not there. */
function canonicalOrMissing(canonical: () => string, what: string): string {
  try {
    return canonical();
  } catch (error) {
    if (error instanceof DomainError) throw notFound(what);
    throw error;
  }
}
