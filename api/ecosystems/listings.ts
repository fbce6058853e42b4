import { comparableText } from '../../domain/storable-text.ts';
import type { RouteContext } from '../../ecosystems/route-context.ts';
import { listPackagePage } from '../../store/postgres/packages/package-listing.ts';
import {
  listListedReleases,
  listMetadataEntries,
  listReleasesAbout,
  readMetadataMember,
} from '../../store/postgres/releases/listed-releases.ts';
import { addressedRepository } from './mounts.ts';
import type { EcosystemScope } from './scope.ts';

type Listings = Pick<
  RouteContext,
  'listPackages' | 'listAbout' | 'listVersions' | 'readMember' | 'listEntries'
>;

/** Reads that page through rows. */
export function createListings(scope: EcosystemScope): Listings {
  const { deps, ecosystem } = scope;
  return {
    async listPackages(request, actor, { after = '', limit }) {
      await scope.assertMount(request, actor);
      const found = await listPackagePage(deps.pool, actor, {
        ecosystem: ecosystem.id,
        repositorySlug: addressedRepository(request),
        after: comparableText(after),
        limit: limit + 1,
      });
      return { packages: found.slice(0, limit), hasMore: found.length > limit };
    },

    async listAbout(request, actor, name, subject, page) {
      const pkg = await scope.getReadablePackage(request, actor, name);
      return listReleasesAbout(deps.pool, pkg.id, scope.versionKey(subject), page);
    },

    async listVersions(request, actor, name, versions) {
      const pkg = await scope.getReadablePackage(request, actor, name);
      return listListedReleases(deps.pool, pkg.id, versions.map(scope.versionKey));
    },

    async readMember(request, actor, name, { versions, member }) {
      if (versions.length === 0) return new Map();
      const pkg = await scope.getReadablePackage(request, actor, name);
      return readMetadataMember(deps.pool, pkg.id, versions.map(scope.versionKey), member);
    },

    async listEntries(request, actor, name, { version, list, member, ...window }) {
      const pkg = await scope.getReadablePackage(request, actor, name);
      const release = { packageId: pkg.id, versionKey: scope.versionKey(version) };
      return listMetadataEntries(deps.pool, release, { list, member }, window);
    },
  };
}
