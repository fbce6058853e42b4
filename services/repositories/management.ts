import type { Action } from '../../domain/permissions.ts';
import { refusalToManage } from '../../domain/refusal-to-manage.ts';
import { requireUser, type UserActor } from '../../domain/actor.ts';
import { asTarget, isAuthorized, isPlatformAdmin } from '../../domain/authorize.ts';
import type { Caller } from '../../domain/caller.ts';
import { Visibility } from '../../domain/visibility.ts';
import type { RepositoryPage } from '../../store/postgres/packages/repository-page.ts';
import { hasAnyPackage } from '../../store/postgres/packages/transfers.ts';
import type { Platform } from '../platform.ts';
import { getVisibleRepository, type RepositoryView, viewOf } from './get.ts';
import { refusalToShow } from './visibility.ts';

/** A repository for its managers, with the possible changes. */
export interface RepositoryManagement extends RepositoryView {
  /** Texts and policy. */
  mayManage: boolean;
  mayTransfer: boolean;
  /** Only once it has no packages. */
  mayDelete: boolean;
  /** The current visibility and those that the caller may choose; empty for a caller who may not change it. */
  visibilities: readonly Visibility[];
  /** Hidden and archived packages count. */
  hasPackages: boolean;
}

const rights = ['manage_repository', 'transfer_repository'] as const satisfies readonly Action[];

/**
 * For users who may do one of `actions`. @throws DomainError `unauthenticated`, `not_found` for strangers, `forbidden`
 * with the needed roles for members and holders of other rights
 */
export async function manageRepository(
  { pool }: Pick<Platform, 'pool'>,
  caller: Caller,
  slug: string,
  actions: readonly (typeof rights)[number][] = rights,
): Promise<RepositoryManagement> {
  const user = requireUser(caller.actor);
  const repository = await getVisibleRepository(pool, user, slug);
  const target = asTarget(repository);
  if (!actions.some((action) => isAuthorized(user, action, target))) {
    const { id, slug: name, ownerOrgId } = repository;
    throw refusalToManage(user, { kind: 'repository', name, ownerOrgId, ids: [id] }, actions);
  }
  const mayManage = isAuthorized(user, 'manage_repository', target);
  // only platform administrators end a quarantine
  const isWithheld = repository.visibility === 'quarantined' && !isPlatformAdmin(user);
  return {
    ...viewOf(repository, user),
    mayManage,
    mayTransfer: !isWithheld && isAuthorized(user, 'transfer_repository', target),
    mayDelete: !isWithheld && mayManage,
    visibilities: !isWithheld && mayManage ? visibilitiesOf(user, repository) : [],
    hasPackages: await hasAnyPackage(pool, repository.id),
  };
}

function visibilitiesOf(user: UserActor, repository: RepositoryPage): Visibility[] {
  const { visibility: current } = repository;
  return Visibility.options.filter(
    (each) => each === current || refusalToShow(repository, each, user) === undefined,
  );
}
