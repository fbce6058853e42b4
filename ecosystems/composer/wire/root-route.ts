import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../../domain/caller.ts';
import type { RouteContext } from '../../context/context.ts';
import { changesPath } from '../format/wide.ts';
import { identify } from './caller.ts';
import type { ChangeLog } from './change-log.ts';
import { listWithheld, maxSummary } from './filter-routes.ts';
import { createPackageNames } from './package-names.ts';
import { rootTime } from './root-time.ts';
import { reads, sendJson } from './send-json.ts';

/** The root document with the URLs of all resources. They are absolute: clients drop the mount of relative ones. */
export function registerRootRoute(app: FastifyInstance, context: RouteContext, log: ChangeLog): void {
  const startedAt = Date.now();
  const names = createPackageNames(context);
  app.route({
    method: reads,
    url: '/packages.json',
    async handler(request, reply) {
      const { caller, mount } = await identify(context, request);
      // the packages of a known caller also change with the caller's rights, which have no time of change
      if (caller.actor.kind !== 'anonymous')
        return sendJson(request, reply, await makeRoot(caller, mount.url));
      const { root, changedAt } = await keptRoot(caller, mount.url);
      return sendJson(request, reply, root, changedAt);
    },
  });

  const known = new WeakMap<Buffer, { until: number; root: Promise<object> }>();

  /**
   * The root for anonymous callers, kept until a package changes, and only briefly: the list of withheld versions may
   * grow.
   */
  async function keptRoot(caller: Caller, url: string): Promise<{ root: object; changedAt: Date | null }> {
    const document = await context.documents.readWide(caller, changesPath);
    const now = Date.now();
    const { last } = log.read(document, now);
    const changedAt = rootTime({ last, renewedAt: document.renewedAt, startedAt }, now);
    return { root: await rootSince(document.body, caller, url), changedAt };
  }

  async function rootSince(body: Buffer, caller: Caller, url: string): Promise<object> {
    const held = known.get(body);
    if (held && held.until > Date.now()) return held.root;
    const root = makeRoot(caller, url);
    known.set(body, { until: Date.now() + keptMs, root });
    return root.catch((error: unknown) => {
      known.delete(body);
      throw error;
    });
  }

  async function makeRoot(caller: Caller, url: string): Promise<object> {
    const vendors = await names.vendors(caller);
    const withheld = await listWithheld(context, caller, { limit: maxSummary + 1 });
    return rootOf(url, vendors, withheld.length > maxSummary);
  }
}

const keptMs = 10_000;

function rootOf(url: string, vendors: readonly string[] | null, isFilterLong: boolean): object {
  const patterns = vendors?.map((vendor) => `${vendor}/*`);
  return {
    packages: [],
    'metadata-url': `${url}/p2/%package%.json`,
    // an empty list counts as absent for clients: they would request every name
    ...(patterns && { 'available-package-patterns': patterns.length === 0 ? [nothing] : patterns }),
    list: `${url}/list.json`,
    search: `${url}/search.json?q=%query%&type=%type%`,
    'providers-api': `${url}/providers/%package%.json`,
    'notify-batch': `${url}/api/downloads`,
    'metadata-changes-url': `${url}/metadata/changes.json`,
    'security-advisories': { metadata: false, 'api-url': `${url}/api/security-advisories` },
    filter: {
      // without this member clients ignore the registry's lists
      metadata: true,
      lists: { malware: { enabled: true }, quarantine: { enabled: true }, denied: { enabled: true } },
      ...(isFilterLong
        ? { 'api-url': `${url}/api/filter` }
        : { 'summary-url': `${url}/p2/filter-summary.json` }),
    },
  };
}

/** A pattern that matches no name. */
const nothing = '-/-';
