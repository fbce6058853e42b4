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

/** Where everything is. Addresses are absolute: clients drop the mount of others. */
export function registerRootRoute(app: FastifyInstance, context: RouteContext, log: ChangeLog): void {
  const startedAt = Date.now();
  const names = createPackageNames(context);
  app.route({
    method: reads,
    url: '/packages.json',
    async handler(request, reply) {
      const { caller, mount } = await identify(context, request);
      // the packages of a known caller change with their rights, and no time shows that
      if (caller.actor.kind !== 'anonymous')
        return sendJson(request, reply, await makeRoot(caller, mount.url));
      const { root, changedAt } = await keptRoot(caller, mount.url);
      return sendJson(request, reply, root, changedAt);
    },
  });

  const known = new WeakMap<Buffer, { until: number; root: Promise<object> }>();

  /** For anonymous callers it is kept until a package changes, and not for long: the list of withheld versions may have grown much. */
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
    // without any, clients would take the list for absent and ask for every name there is
    ...(patterns && { 'available-package-patterns': patterns.length === 0 ? [nothing] : patterns }),
    list: `${url}/list.json`,
    search: `${url}/search.json?q=%query%&type=%type%`,
    'providers-api': `${url}/providers/%package%.json`,
    'notify-batch': `${url}/api/downloads`,
    'metadata-changes-url': `${url}/metadata/changes.json`,
    'security-advisories': { metadata: false, 'api-url': `${url}/api/security-advisories` },
    filter: {
      // without it clients take none of the lists for ours
      metadata: true,
      lists: { malware: { enabled: true }, quarantine: { enabled: true }, denied: { enabled: true } },
      ...(isFilterLong
        ? { 'api-url': `${url}/api/filter` }
        : { 'summary-url': `${url}/p2/filter-summary.json` }),
    },
  };
}

/** Matches no name. */
const nothing = '-/-';
