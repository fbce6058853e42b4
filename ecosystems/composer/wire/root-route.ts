import type { FastifyInstance } from 'fastify';
import type { RouteContext } from '../../context/context.ts';
import { identify } from './caller.ts';
import { maxSummary } from './filter-routes.ts';
import { createPackageNames } from './package-names.ts';
import { reads, sendJson } from './send-json.ts';

/** Where everything is. Addresses are absolute: clients drop the mount of others. */
export function registerRootRoute(app: FastifyInstance, context: RouteContext): void {
  const names = createPackageNames(context);
  app.route({
    method: reads,
    url: '/packages.json',
    async handler(request, reply) {
      const { caller, mount } = await identify(context, request);
      const vendors = await names.vendors(caller);
      const withheld = await context.releases.listWithheld(caller, { limit: maxSummary + 1 });
      return sendJson(request, reply, rootOf(mount.url, vendors, withheld.length > maxSummary));
    },
  });
}

function rootOf(url: string, vendors: readonly string[] | null, isFilterLong: boolean): object {
  const patterns = vendors?.map((vendor) => `${vendor}/*`);
  return {
    packages: [],
    'metadata-url': `${url}/p2/%package%.json`,
    // without any, clients would take the list for absent and ask for every name there is
    ...(patterns && { 'available-package-patterns': patterns.length === 0 ? [nothing] : patterns }),
    list: `${url}/list.json`,
    search: `${url}/search.json?q=%query%&type=%type%`,
    'providers-api': `${url}/providers/%package%.json`,
    'notify-batch': `${url}/api/downloads`,
    'metadata-changes-url': `${url}/metadata/changes.json`,
    'security-advisories': { metadata: false, 'api-url': `${url}/api/security-advisories` },
    filter: {
      metadata: false,
      lists: { malware: { enabled: true }, quarantine: { enabled: true } },
      ...(isFilterLong
        ? { 'api-url': `${url}/api/filter` }
        : { 'summary-url': `${url}/p2/filter-summary.json` }),
    },
  };
}

/** Matches no name. */
const nothing = '-/-';
