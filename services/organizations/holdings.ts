import { requireUser } from '../../domain/actor.ts';
import { isAuthorized } from '../../domain/authorize.ts';
import type { Caller } from '../../domain/caller.ts';
import type { Window } from '../../domain/paging.ts';
import {
  type HeldPackage,
  listHeldPackages,
  listMemberships,
  type Membership,
} from '../../store/postgres/organizations/holdings.ts';
import {
  type HeldRepository,
  listHeldRepositories,
} from '../../store/postgres/packages/held-repositories.ts';
import { requireOrganization, targetOf } from './get.ts';
import type { Platform } from '../platform.ts';

export type { HeldPackage, HeldRepository };

/** A thing of an organization that the caller may see, and whether the caller may transfer it. */
export type Held<Thing> = Thing & { canTransfer: boolean };

/** By slug. @throws DomainError `not_found` */
export async function listRepositoriesOf(
  { pool }: Pick<Platform, 'pool'>,
  { actor }: Caller,
  slug: string,
  window: Window,
): Promise<readonly Held<HeldRepository>[]> {
  const organization = await requireOrganization(pool, slug);
  const found = await listHeldRepositories(pool, actor, { ...window, organizationId: organization.id });
  const target = targetOf(organization);
  return found.map((repository) => ({
    ...repository,
    canTransfer: isAuthorized(actor, 'transfer_repository', { ...target, repositoryId: repository.id }),
  }));
}

/** Packages, by ecosystem and name. @throws DomainError `not_found` */
export async function listPackagesOf(
  { pool }: Pick<Platform, 'pool'>,
  { actor }: Caller,
  slug: string,
  window: Window,
): Promise<readonly Held<HeldPackage>[]> {
  const organization = await requireOrganization(pool, slug);
  const found = await listHeldPackages(pool, actor, { ...window, organizationId: organization.id });
  const target = targetOf(organization);
  return found.map((pkg) => ({
    ...pkg,
    canTransfer: isAuthorized(actor, 'transfer', { ...target, packageId: pkg.id }),
  }));
}

/** The caller's organizations. @throws DomainError `unauthenticated` */
export async function listOwnOrganizations(
  { pool }: Pick<Platform, 'pool'>,
  { actor }: Caller,
  window: Window,
): Promise<readonly Membership[]> {
  return listMemberships(pool, requireUser(actor).userId, window);
}
