import { isAuthorized, isPlatformAdmin } from '../../domain/authorize.ts';
import { requireUser, type UserActor } from '../../domain/actor.ts';
import type { Caller } from '../../domain/caller.ts';
import type { Action } from '../../domain/permissions.ts';
import { refusalToManage } from '../../domain/refusal-to-manage.ts';
import { isBroader, Visibility } from '../../domain/visibility.ts';
import type { PackageRow } from '../../store/postgres/packages/packages.ts';
import type { Platform } from '../platform.ts';
import { getPackage, type Named } from './find.ts';
import { type PackagePage, pageOf } from './page.ts';

/** A package for its managers, with the possible changes. */
export interface PackageManagement extends PackagePage {
  /** Texts, links and deprecation. */
  mayEdit: boolean;
  /** Versions, tags and trusted publishers. */
  mayPublish: boolean;
  /** Users and deletion. */
  mayAdminister: boolean;
  mayManageTrust: boolean;
  mayTransfer: boolean;
  /** The current visibility and those that the caller may choose; empty for a caller who may not change it. */
  visibilities: readonly Visibility[];
}

const rights = {
  mayEdit: 'edit',
  mayPublish: 'publish',
  mayAdminister: 'administer',
  mayManageTrust: 'manage_trust',
  mayTransfer: 'transfer',
} as const satisfies Record<string, Action>;

/**
 * The package for its managers. @throws DomainError `unauthenticated`, `not_found` for strangers, `forbidden` with the
 * needed roles for members and holders of other rights
 */
export async function managementOf(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  named: Named,
): Promise<PackageManagement> {
  const user = requireUser(caller.actor);
  const subject = await getPackage(platform, caller, named);
  const { pkg } = subject;
  const held = Object.fromEntries(
    Object.entries(rights).map(([name, action]) => [name, isAuthorized(user, action, pkg)]),
    // contains a value for every key of `rights`
  ) as Record<keyof typeof rights, boolean>;
  if (!Object.values(held).includes(true)) {
    const { id, name, ownerOrgId, repositoryId, namespaceId } = pkg;
    const ids = [id, repositoryId, namespaceId];
    throw refusalToManage(user, { kind: 'package', name, ownerOrgId, ids }, Object.values(rights));
  }
  return {
    ...(await pageOf(platform, caller, subject)),
    ...held,
    visibilities: held.mayAdminister ? visibilitiesOf(user, pkg) : [],
  };
}

/** Only the platform quarantines a package, and ends the quarantine. */
function visibilitiesOf(user: UserActor, pkg: PackageRow): Visibility[] {
  if (pkg.visibility === 'quarantined' && !isPlatformAdmin(user)) return [];
  return Visibility.options.filter(
    (each) =>
      each === pkg.visibility ||
      (!isBroader(each, pkg.repositoryVisibility) &&
        (each !== 'internal_org' || pkg.ownerOrgId !== null) &&
        (each !== 'quarantined' || isPlatformAdmin(user))),
  );
}
