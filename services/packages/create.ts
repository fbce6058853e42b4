import { hostedPackage } from '../../domain/package-address.ts';
import { authorize, isPlatformAdmin, requireScopeFor, asTarget } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { DomainError, invalidState } from '../../domain/errors.ts';
import { internalOfPerson, isBroader, type Visibility, visibilityRefused } from '../../domain/visibility.ts';
import { findPackage } from '../../store/postgres/packages/packages.ts';
import { type PackageChange, updatePackage } from '../../store/postgres/packages/package-write.ts';
import { assertRoomForPackage } from '../limits/room.ts';
import { getVisibleRepository } from '../repositories/get.ts';
import { getPackage, type Named, type Subject } from './find.ts';
import { createOnPublish } from './create-on-publish.ts';
import type { Configured, Platform } from '../platform.ts';

export interface NewPackage {
  repositorySlug: string;
  /** Absent: the repository's. */
  visibility?: Exclude<Visibility, 'quarantined'> | undefined;
  texts: Omit<PackageChange, 'visibility' | 'trustedPublishingOnly' | 'isDeprecated' | 'deprecationMessage'>;
}

/**
 * Creates a package without releases: only its maintainers see it, and only they publish under its name.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `invalid_name`, `name_taken`,
 * `name_reserved`, `name_too_similar`, `visibility_too_broad`, `validation_failed`, `invalid_state`, `rate_limited`,
 * `policy_violation`
 */
export async function createPackage(
  platform: Pick<Platform, 'pool' | 'consumeLimit'> & Configured<'publish'>,
  caller: Caller,
  named: Named,
  { repositorySlug, visibility, texts }: NewPackage,
): Promise<Subject> {
  const { pool, config } = platform;
  const { ecosystem, name } = named;
  requireScopeFor(caller.actor, 'publish');
  const nameKey = ecosystem.names.canonical(name);
  const repository = await getVisibleRepository(pool, caller.actor, repositorySlug);
  const refusal = `you may not create packages in ${repositorySlug}`;
  const actor = authorize(caller.actor, 'publish', {
    ...asTarget(repository),
    ecosystem: ecosystem.id,
    name,
    refusal,
  });
  if (repository.visibility === 'quarantined') throw invalidState(`${repositorySlug} is in quarantine`);
  assertNotTooBroad(visibility, repository);
  if (await findPackage(pool, hostedPackage(ecosystem.id, nameKey))) throw taken(name);
  if (!isPlatformAdmin(actor))
    await platform.consumeLimit('create_name', actor.userId, `${ecosystem.id}:${nameKey}`);
  const newName = {
    ecosystem,
    name,
    nameKey,
    visibility,
    repositorySlug,
    boundRepositoryId: null,
    namespaceClaims: config.publish.namespaceClaims,
    performer: performedBy(caller),
    isKept: true,
  };
  try {
    await pool.transaction(async (tx) => {
      const pkg = await createOnPublish(tx, newName, actor);
      await updatePackage(tx, pkg.id, texts);
      const { tokenId = null } = actor;
      await assertRoomForPackage(tx, { owner: pkg, tokenId, packageId: pkg.id }, config.publish.quotas);
    });
  } catch (error) {
    // the concurrent request was first
    if (await findPackage(pool, hostedPackage(ecosystem.id, nameKey))) throw taken(name);
    throw error;
  }
  return getPackage(platform, caller, named);
}

const taken = (name: string) => new DomainError('name_taken', `the name ${name} is taken`);

function assertNotTooBroad(
  visibility: Visibility | undefined,
  repository: { slug: string; visibility: Visibility; ownerOrgId: string | null },
): void {
  if (visibility === undefined) return;
  if (isBroader(visibility, repository.visibility)) {
    const detail = `the repository ${repository.slug} is ${repository.visibility}: its packages can't be ${visibility}`;
    throw visibilityRefused('visibility_too_broad', detail);
  }
  if (visibility === 'internal_org' && repository.ownerOrgId === null) {
    throw internalOfPerson();
  }
}
