import type { RouteContext } from '../../ecosystems/context/context.ts';
import {
  listAbout,
  listEntries,
  listPackages,
  listVersions,
  readMember,
} from '../../services/packages/listings.ts';
import { listPackageOwners, requireUsers } from '../../services/packages/maintainers.ts';
import { listHiddenNames } from '../../services/packages/names.ts';
import { permissionsUnder } from '../../services/packages/permissions.ts';
import { findTag, listTags, removeTag, setTags } from '../../services/packages/tags.ts';
import {
  addTrustedPublishers,
  allowsBuild,
  listTrustedPublishers,
  removeTrustedPublisher,
} from '../../services/packages/trusted-publishers.ts';
import { findPublishedRelease, findWithReleases } from '../../services/releases/get.ts';
import type { EcosystemScope } from './scope.ts';

type Packages = Pick<
  RouteContext,
  | 'getRelease'
  | 'getPackage'
  | 'listOwners'
  | 'requireUsers'
  | 'listHidden'
  | 'permissions'
  | 'listPackages'
  | 'listAbout'
  | 'listVersions'
  | 'readMember'
  | 'listEntries'
  | 'tags'
  | 'publishers'
>;

/** What there is and who it belongs to, bound to one ecosystem. */
export function createPackages({ deps, ecosystem, found }: EcosystemScope): Packages {
  return {
    async getRelease(caller, name, version) {
      const { pkg, release } = await findPublishedRelease(deps, caller, { ecosystem, name, version });
      return {
        package: found(caller, 'package', pkg),
        release: found(caller, 'version', release),
      };
    },
    getPackage: async (caller, name, options) =>
      found(caller, 'package', await findWithReleases(deps, caller, { ecosystem, name }, options)),
    listOwners: async (caller, name) =>
      found(caller, 'package', await listPackageOwners(deps, caller, { ecosystem, name })),
    requireUsers: (usernames) => requireUsers(deps, usernames),
    listHidden: (actor, nameKeys) => listHiddenNames(deps, actor, ecosystem.id, nameKeys),
    permissions: (caller, name) => permissionsUnder(deps, caller, { ecosystem, name }),
    listPackages: (caller, page) => listPackages(deps, caller, ecosystem, page),
    listAbout: async (caller, name, version, page) =>
      found(caller, 'package', await listAbout(deps, caller, { ecosystem, name, version }, page)),
    listVersions: async (caller, name, versions) =>
      found(caller, 'package', await listVersions(deps, caller, { ecosystem, name, versions })),
    readMember: async (caller, name, wanted) =>
      found(caller, 'package', await readMember(deps, caller, { ecosystem, name, ...wanted })),
    listEntries: async (caller, name, { version, ...wanted }) =>
      found(caller, 'package', await listEntries(deps, caller, { ecosystem, name, version }, wanted)),
    tags: {
      list: async (caller, name, page) =>
        found(caller, 'package', await listTags(deps, caller, { ecosystem, name }, page)),
      find: (caller, name, tag) => findTag(deps, caller, { ecosystem, name }, tag),
      set: (caller, name, tags, version) =>
        setTags(deps, caller, { ecosystem, name, version }, [tags].flat()),
      remove: (caller, name, tag) => removeTag(deps, caller, { ecosystem, name }, tag),
    },
    publishers: {
      list: (caller, name) => listTrustedPublishers(deps, caller, { ecosystem, name }),
      add: (caller, name, publishers) => addTrustedPublishers(deps, caller, { ecosystem, name }, publishers),
      remove: (caller, name, id) => removeTrustedPublisher(deps, caller, { ecosystem, name, id }),
      allow: (name, build) => allowsBuild(deps, { ecosystem, name }, build),
    },
  };
}
