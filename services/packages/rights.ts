import { isAuthorized, isPlatformAdmin } from '../../domain/authorize.ts';
import type { Actor } from '../../domain/actor.ts';
import type { Action } from '../../domain/permissions.ts';
import { isBroader, Visibility } from '../../domain/visibility.ts';
import type { PackageRow } from '../../store/postgres/packages/packages.ts';

/** The actions that a caller may take on a package, for every surface. The operations check again. */
export interface PackageRights {
  /** Texts, links, whether it is deprecated. */
  mayEdit: boolean;
  /** Versions, tags, builds that may publish. */
  mayPublish: boolean;
  /** People, deletion. */
  mayAdminister: boolean;
  mayManageTrust: boolean;
  mayTransfer: boolean;
  /** Findings, releases that are held. */
  mayTriage: boolean;
  /** The visibilities that the caller can choose, with the current one; empty for those who can not. */
  visibilities: readonly Visibility[];
}

/** Each of them opens the settings of a package. */
export const managing = [
  'edit',
  'publish',
  'administer',
  'manage_trust',
  'transfer',
] as const satisfies readonly Action[];

export function rightsOnPackage(actor: Actor, pkg: PackageRow): PackageRights {
  const mayAdminister = isAuthorized(actor, 'administer', pkg);
  return {
    mayEdit: isAuthorized(actor, 'edit', pkg),
    mayPublish: isAuthorized(actor, 'publish', pkg),
    mayAdminister,
    mayManageTrust: isAuthorized(actor, 'manage_trust', pkg),
    mayTransfer: isAuthorized(actor, 'transfer', pkg),
    mayTriage: isAuthorized(actor, 'triage', pkg),
    visibilities: mayAdminister ? visibilitiesOf(actor, pkg) : [],
  };
}

/** Whether the caller has one of the rights in {@link managing}. */
export function isManager(rights: PackageRights): boolean {
  const { mayEdit, mayPublish, mayAdminister, mayManageTrust, mayTransfer } = rights;
  return mayEdit || mayPublish || mayAdminister || mayManageTrust || mayTransfer;
}

/** The platform alone puts a package into quarantine, and lets it out again. */
function visibilitiesOf(actor: Actor, pkg: PackageRow): Visibility[] {
  if (pkg.visibility === 'quarantined' && !isPlatformAdmin(actor)) return [];
  return Visibility.options.filter(
    (each) =>
      each === pkg.visibility ||
      (!isBroader(each, pkg.repositoryVisibility) &&
        (each !== 'internal_org' || pkg.ownerOrgId !== null) &&
        (each !== 'quarantined' || isPlatformAdmin(actor))),
  );
}
