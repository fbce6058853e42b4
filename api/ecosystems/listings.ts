import { comparableText } from '../../domain/storable-text.ts';
import type { RouteContext } from '../../ecosystems/context/context.ts';
import { listPackagePage } from '../../store/postgres/packages/package-listing.ts';
import {
  listListedReleases,
  listMetadataEntries,
  listReleasesAbout,
  readMetadataMember,
} from '../../store/postgres/releases/listed-releases.ts';
import type { EcosystemScope } from './scope.ts';

type Listings = Pick<
  RouteContext,
  'listPackages' | 'listAbout' | 'listVersions' | 'readMember' | 'listEntries'
>;

/** Reads that page through rows. */
export function createListings(scope: EcosystemScope): Listings {
  const { deps, ecosystem } = scope;
  return {
    async listPackages(caller, { after = '', limit }) {
      await scope.assertMount(caller);
      const found = await listPackagePage(deps.pool, caller.actor, {
        ecosystem: ecosystem.id,
        repositorySlug: caller.repository,
        after: comparableText(after),
        limit: limit + 1,
      });
      return { packages: found.slice(0, limit), hasMore: found.length > limit };
    },

    async listAbout(caller, name, subject, page) {
      const pkg = await scope.getReadablePackage(caller, name);
      return listReleasesAbout(deps.pool, pkg.id, scope.versionKey(subject), page);
    },

    async listVersions(caller, name, versions) {
      const pkg = await scope.getReadablePackage(caller, name);
      return listListedReleases(deps.pool, pkg.id, versions.map(scope.versionKey));
    },

    async readMember(caller, name, { versions, member }) {
      if (versions.length === 0) return new Map();
      const pkg = await scope.getReadablePackage(caller, name);
      return readMetadataMember(deps.pool, pkg.id, versions.map(scope.versionKey), member);
    },

    async listEntries(caller, name, { version, list, member, ...window }) {
      const pkg = await scope.getReadablePackage(caller, name);
      const release = { packageId: pkg.id, versionKey: scope.versionKey(version) };
      return listMetadataEntries(deps.pool, release, { list, member }, window);
    },
  };
}
