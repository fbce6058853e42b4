import type { Packages } from '../../ecosystems/context/packages.ts';
import type { PackageTags } from '../../ecosystems/context/tags.ts';
import { listDependentsOfPublished } from '../../services/packages/dependencies.ts';
import { countByVersion, sumDownloads } from '../../services/packages/downloads.ts';
import { listNames, listPackages, listSegments } from '../../services/packages/listings.ts';
import {
  changeMaintainers,
  listPackageOwners,
  requireUsers,
  setMaintainers,
} from '../../services/packages/maintainers.ts';
import { listHiddenNames } from '../../services/packages/names.ts';
import { permissionsUnder } from '../../services/packages/permissions.ts';
import { findTag, listTags, removeTag, setTags } from '../../services/packages/tags.ts';
import { updatePackage } from '../../services/packages/update.ts';
import { findWithReleases } from '../../services/releases/get.ts';
import type { BoundEcosystem } from './bound-ecosystem.ts';

/** Packages and who they belong to, bound to one ecosystem. */
export function bindPackages({ deps, ecosystem, found }: BoundEcosystem): Packages {
  return {
    get: async (caller, name, options) =>
      found('package', await findWithReleases(deps, caller, { ecosystem, name }, options)),
    list: (caller, page) => listPackages(deps, caller, ecosystem, page),
    listNames: (caller, wanted) => listNames(deps, caller, ecosystem, wanted),
    listSegments: (caller, wanted) => listSegments(deps, caller, ecosystem, wanted),
    listHidden: (actor, nameKeys) => listHiddenNames(deps, actor, ecosystem.id, nameKeys),
    permissions: (caller, name) => permissionsUnder(deps, caller, { ecosystem, name }),
    listOwners: async (caller, name) =>
      found('package', await listPackageOwners(deps, caller, { ecosystem, name })),
    countDownloads: (caller, name) => countByVersion(deps, caller, { ecosystem, name }),
    countAllDownloads: () => sumDownloads(deps.pool, ecosystem.id),
    async listDependents(caller, name, window) {
      const dependents = await listDependentsOfPublished(deps, caller, { ecosystem, name }, window);
      return dependents.map((each) => each.name);
    },
    requireUsers: (usernames) => requireUsers(deps, usernames),
    setMaintainers: (caller, name, usernames) => setMaintainers(deps, caller, { ecosystem, name }, usernames),
    changeMaintainers: (caller, name, change) => changeMaintainers(deps, caller, { ecosystem, name }, change),
    async setVisibility(caller, name, visibility) {
      await updatePackage(deps, caller, { ecosystem, name }, { visibility });
    },
  };
}

/** Names that move from version to version, bound to one ecosystem. */
export function bindTags({ deps, ecosystem, found }: BoundEcosystem): PackageTags {
  return {
    list: async (caller, name, page) =>
      found('package', await listTags(deps, caller, { ecosystem, name }, page)),
    find: (caller, name, tag) => findTag(deps, caller, { ecosystem, name }, tag),
    set: (caller, name, tags, version) => setTags(deps, caller, { ecosystem, name, version }, [tags].flat()),
    remove: (caller, name, tag) => removeTag(deps, caller, { ecosystem, name }, tag),
  };
}
