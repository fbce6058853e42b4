import type { Packages } from '../../ecosystems/context/packages.ts';
import type { PackageTags } from '../../ecosystems/context/tags.ts';
import type { Format } from '../../ecosystems/format.ts';
import type { Platform } from '../platform.ts';
import { getWithReleases } from '../releases/get.ts';
import { listDependentsOfPublished } from './dependencies.ts';
import { countByVersion, sumDownloads } from './downloads.ts';
import { listNames, listPackages, listPayloads, listSegments } from './listings.ts';
import { changeMaintainers, listPackageOwners, requireUsers, setMaintainers } from './maintainers.ts';
import { listHiddenNames } from './names.ts';
import { permissionsUnder } from './permissions.ts';
import { findTag, listTags, removeTag, setTags } from './tags.ts';
import { updatePackage } from './update.ts';
import { bind, bindNamed, bindWithin } from '../bind.ts';

/** Packages and their owners for the protocol of one ecosystem. */
export function createPackages(platform: Platform, ecosystem: Format): Packages {
  return {
    ...bindWithin(platform, ecosystem, { list: listPackages, listNames, listPayloads, listSegments }),
    ...bindNamed(platform, ecosystem, {
      get: getWithReleases,
      permissions: permissionsUnder,
      listOwners: listPackageOwners,
      countDownloads: countByVersion,
      setMaintainers,
      changeMaintainers,
    }),
    ...bind(platform, { requireUsers }),
    listHidden: (actor, nameKeys) => listHiddenNames(platform, actor, ecosystem.id, nameKeys),
    countAllDownloads: () => sumDownloads(platform, ecosystem.id),
    async listDependents(caller, name, window) {
      const dependents = await listDependentsOfPublished(platform, caller, { ecosystem, name }, window);
      return dependents.map((each) => each.name);
    },
    async setVisibility(caller, name, visibility) {
      await updatePackage(platform, caller, { ecosystem, name }, { visibility });
    },
  };
}

/** Movable tags of versions, for the protocol of one ecosystem. */
export function createTags(platform: Platform, ecosystem: Format): PackageTags {
  return bindNamed(platform, ecosystem, { list: listTags, find: findTag, set: setTags, remove: removeTag });
}
