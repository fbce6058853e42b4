import type { FastifyRequest } from 'fastify';
import { canPublish, canSeeUnreleased, canTriage, seesUnreleasedOf } from '../../domain/access.ts';
import { type Actor, requireBinding, requireScope, requireUser, type UserActor } from '../../domain/actor.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import type { Ecosystem } from '../../ecosystems/ecosystem.ts';
import type { StagedRelease, StagedReleases } from '../../ecosystems/route-context.ts';
import { findPackage, type PackageRow } from '../../store/postgres/packages.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { findRelease, type ReleaseRow } from '../../store/postgres/releases.ts';
import {
  countStagedReleases,
  listStagedReleases,
  type StagedFilter,
} from '../../store/postgres/staged-releases.ts';
import { heldRelease } from '../decisions.ts';
import { performerOf } from '../identity/origin.ts';
import { settled } from '../settled.ts';
import type { EcosystemDeps } from './context.ts';
import { addressedRepository } from './mounts.ts';

/** Releases that nobody has seen yet, bound to one ecosystem: only their people know of them. */
export function createStaged(
  deps: EcosystemDeps,
  ecosystem: Ecosystem,
  assertMount: (request: FastifyRequest, actor: Actor, repositorySlug?: string) => Promise<void>,
): StagedReleases {
  const { pool, decisions } = deps;

  async function find(
    request: FastifyRequest,
    actor: Actor,
    name: string,
    version: string,
  ): Promise<{ pkg: PackageRow; release: ReleaseRow; user: UserActor }> {
    const user = requireUser(actor);
    await assertMount(request, user);
    const pkg = await findPackage(pool, ecosystem.id, ecosystem.names.canonical(name));
    const release = pkg && (await findRelease(pool, pkg.id, ecosystem.versions.canonical(version)));
    if (!pkg || !release || !isStaged(release) || !isInvolved(pkg, release, user)) throw notFound('version');
    await assertMount(request, user, pkg.repositorySlug);
    return { pkg, release, user };
  }

  return {
    async list(request, actor, window) {
      const user = requireUser(actor);
      await assertMount(request, user);
      const filter: StagedFilter = {
        ecosystem: ecosystem.id,
        userId: user.userId,
        organizationIds: seesUnreleasedOf(user),
        repositorySlug: addressedRepository(request),
      };
      const total = await countStagedReleases(pool, filter);
      return { total, items: await listStagedReleases(pool, filter, window) };
    },

    async get(request, actor, name, version) {
      const { pkg, release } = await find(request, actor, name, version);
      return present(pkg, release);
    },

    async discard(request, actor, name, version) {
      requireScope(actor, 'packages:write');
      const { pkg, release, user } = await find(request, actor, name, version);
      requireBinding(user, { packageId: pkg.id, repositoryId: pkg.repositoryId });
      const isTheirs = release.publishedBy === user.userId && canPublish(pkg, user);
      if (!isTheirs && !canTriage(pkg, user)) throw notFound('version');
      if (release.statusReason === null) {
        throw new DomainError('invalid_state', 'the version is being checked: try again in a moment');
      }
      const performer = performerOf(request, user);
      await decisions.decide(heldRelease(pkg, release), { kind: 'reject', reason: 'discarded', performer });
      await assertDiscarded(pool, release);
      // the same version may be staged again at once: it must not join the run that is ending
      await decisions.ended(release.workflowId);
    },
  };
}

function isStaged(release: ReleaseRow): boolean {
  return (release.state === 'quarantine' || release.state === 'scanning') && release.publishedAt === null;
}

function isInvolved(pkg: PackageRow, release: ReleaseRow, user: UserActor): boolean {
  return release.publishedBy === user.userId || canSeeUnreleased(pkg, user);
}

function present(pkg: PackageRow, release: ReleaseRow): StagedRelease {
  const { version, statusReason, uploadSha256, uploadedAt } = release;
  const state = release.state === 'scanning' ? 'scanning' : 'quarantine';
  return { name: pkg.name, ownerName: pkg.ownerName, version, state, statusReason, uploadSha256, uploadedAt };
}

/** A publish that cannot be talked out of it any more has won. @throws DomainError `invalid_state`, `not_ready` */
async function assertDiscarded(pool: Pool, release: ReleaseRow): Promise<void> {
  const { outcome } = await settled(pool, release.id, 'rejected');
  if (outcome === 'lost') throw new DomainError('invalid_state', 'the version was published meanwhile');
  if (outcome === 'pending') {
    throw new DomainError('not_ready', 'the version is being discarded: look again in a moment', {
      retryAfterSeconds: 5,
    });
  }
}
