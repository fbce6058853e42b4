import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../../domain/caller.ts';
import type { Withheld } from '../../../domain/package.ts';
import type { RouteContext } from '../../context/context.ts';
import { constraintOf, filterOf } from '../format/filter.ts';
import { limits } from '../format/limits.ts';
import { readQueryNames } from './query-names.ts';
import { identify } from './caller.ts';
import { reads, sendJson } from './send-json.ts';

/** Maximum versions in one summary; beyond it clients query by name. */
export const maxSummary = limits['summarized versions'].count;

const maxAnswered = limits['filtered versions'].count;

/**
 * Packages that should not be installed: malware, held versions that were visible, and denied versions. The first two
 * kinds are blocked in lock files too.
 */
export function registerFilterRoutes(app: FastifyInstance, context: RouteContext): void {
  app.route({
    method: reads,
    url: '/p2/filter-summary.json',
    async handler(request, reply) {
      const { caller } = await identify(context, request);
      const withheld = await listWithheld(context, caller, { limit: maxSummary });
      // the time of the answer: the time of a change would reveal packages that the caller may not see
      reply.header('last-modified', new Date().toUTCString());
      return sendJson(request, reply, { filter: summaryOf(withheld) });
    },
  });
  app.post('/api/filter', { config: { body: limits.names } }, async (request, reply) => {
    const { caller } = await identify(context, request);
    const { names, lists } = await readQueryNames(request);
    const withheld =
      names.length === 0 ? [] : await listWithheld(context, caller, { names, limit: maxAnswered });
    const filter: Record<string, object[]> = {};
    for (const { nameKey, ...each } of withheld) {
      if (lists.length > 0 && !lists.includes(each.why)) continue;
      for (const [list, entries] of Object.entries(filterOf([each], nameKey, context.baseUrl)))
        (filter[list] ??= []).push(...entries.map((entry) => ({ package: nameKey, ...entry })));
    }
    return reply.header('cache-control', 'no-store').send({ filter });
  });
  // a list for a client's own policy, about any packages:
  // https://getcomposer.org/doc/06-config.md#custom-dependency-policies
  app.post('/api/denied', { config: { body: limits.names } }, async (request, reply) => {
    const { caller } = await identify(context, request);
    const { names } = await readQueryNames(request);
    const denied =
      names.length === 0 ? [] : await context.releases.listDenied(caller, { names, limit: maxAnswered });
    const filter = denied.flatMap(({ nameKey, ...each }) => {
      const { denied: entries = [] } = filterOf([{ why: 'denied', ...each }], nameKey, context.baseUrl);
      return entries.map((entry) => ({ package: nameKey, ...entry }));
    });
    return reply.header('cache-control', 'no-store').send({ filter });
  });
}

/** Withheld versions with the names of their packages; at most `limit` of each kind. */
export async function listWithheld(
  { releases }: RouteContext,
  caller: Caller,
  wanted: { names?: readonly string[]; limit: number },
): Promise<readonly (Withheld & { nameKey: string })[]> {
  const [withheld, denied] = await Promise.all([
    releases.listWithheld(caller, wanted),
    releases.listDenied(caller, wanted),
  ]);
  return [
    ...withheld.map(({ nameKey, versionKey, why }) => ({
      nameKey,
      why,
      versions: [versionKey],
      reason: null,
    })),
    ...denied.map((each) => ({ why: 'denied' as const, ...each })),
  ];
}

/** Constraints by list and package. */
function summaryOf(
  withheld: readonly (Withheld & { nameKey: string })[],
): Record<string, Record<string, string>> {
  const lists = { malware: {}, quarantine: {}, denied: {} } satisfies Record<string, Record<string, string>>;
  for (const { why, nameKey, versions } of withheld) {
    const list: Record<string, string> = lists[why];
    const constraint = constraintOf(versions);
    list[nameKey] = list[nameKey] === undefined ? constraint : `${list[nameKey]}|${constraint}`;
  }
  return lists;
}
