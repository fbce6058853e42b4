import { comparableText } from '../../domain/storable.ts';
import type { RouteContext } from '../../ecosystems/route-context.ts';
import { listPackagePage } from '../../store/postgres/package-listing.ts';
import { listReleasesAbout } from '../../store/postgres/releases.ts';
import { addressedRepository } from './mounts.ts';
import type { EcosystemScope } from './scope.ts';

type Listings = Pick<RouteContext, 'listPackages' | 'listAbout'>;

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
  };
}
