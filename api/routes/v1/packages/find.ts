import { z } from 'zod';
import { canRead } from '../../../../domain/access.ts';
import { authorize, may, requireScopeFor } from '../../../../domain/authorize.ts';
import type { Actor, UserActor } from '../../../../domain/actor.ts';
import { EcosystemId } from '../../../../domain/ecosystem-id.ts';
import { DomainError, notFound } from '../../../../domain/errors.ts';
import { isReadable } from '../../../../domain/release.ts';
import type { Action } from '../../../../domain/permissions.ts';
import type { Ecosystem } from '../../../../ecosystems/ecosystem.ts';
import { findPackage, type PackageRow } from '../../../../store/postgres/packages/packages.ts';
import { findRelease, type ReleaseRow } from '../../../../store/postgres/releases/releases.ts';
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
  if (!pkg || !(canRead(pkg, actor) || may(actor, 'oversee', pkg))) throw notFound('package');
  return { ecosystem, pkg };
}

export interface Writable extends Subject {
  actor: UserActor;
}

/**
 * The package for a change; of several actions any one will do.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`
 */
export async function getWritablePackage(
  deps: Deps,
  asker: Actor,
  asked: { ecosystem: string; name: string },
  action: Action | readonly Action[],
): Promise<Writable> {
  const actor = requireScopeFor(asker, action);
  const subject = await getVisiblePackage(deps, actor, asked);
  authorize(actor, action, subject.pkg);
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
  if (!release || !(isReadable(release) || may(actor, 'oversee', pkg))) throw notFound('version');
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
