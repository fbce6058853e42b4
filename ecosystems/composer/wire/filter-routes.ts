import type { FastifyInstance } from 'fastify';
import type { WithheldRelease } from '../../context/releases.ts';
import type { RouteContext } from '../../context/context.ts';
import { namesBound } from '../format/limits.ts';
import { readAsked } from './asked-names.ts';
import { identify } from './caller.ts';
import { reads, sendJson } from './send-json.ts';

/** Versions that one summary names; where there are more, clients ask by name. */
export const maxSummary = 5_000;

const maxAnswered = 20_000;

/** What should not be installed, from lock files either: malware, and what was visible and is held. */
export function registerFilterRoutes(app: FastifyInstance, context: RouteContext): void {
  app.route({
    method: reads,
    url: '/p2/filter-summary.json',
    async handler(request, reply) {
      const { caller } = await identify(context, request);
      const withheld = await context.releases.listWithheld(caller, { limit: maxSummary });
      // as new as the answer: the time of a change would tell of packages that the caller may not know
      reply.header('last-modified', new Date().toUTCString());
      return sendJson(request, reply, { filter: summaryOf(withheld) });
    },
  });
  app.post('/api/filter', { config: { body: namesBound } }, async (request, reply) => {
    const { caller } = await identify(context, request);
    const { names, lists } = await readAsked(request);
    const withheld =
      names.length === 0 ? [] : await context.releases.listWithheld(caller, { names, limit: maxAnswered });
    const wanted = withheld.filter(({ why }) => lists.length === 0 || lists.includes(why));
    const filter = Object.fromEntries(
      Object.entries(Object.groupBy(wanted, ({ why }) => why)).map(([list, entries]) => [
        list,
        entries.map((each) => entryOf(context.baseUrl, each)),
      ]),
    );
    return reply.header('cache-control', 'no-store').send({ filter });
  });
}

/** By list and package, a constraint. */
function summaryOf(withheld: readonly WithheldRelease[]): Record<string, Record<string, string>> {
  const lists: Record<string, Record<string, string>> = { malware: {}, quarantine: {} };
  for (const { why, nameKey, versionKey } of withheld) {
    const list = (lists[why] ??= {});
    list[nameKey] = list[nameKey] === undefined ? versionKey : `${list[nameKey]}|${versionKey}`;
  }
  return lists;
}

const reasons = {
  malware: 'malware was found in it',
  quarantine: 'it was taken back after it had been published',
} as const;

function entryOf(baseUrl: string, { why, nameKey, versionKey }: WithheldRelease): object {
  return {
    package: nameKey,
    constraint: versionKey,
    reason: reasons[why],
    url: `${baseUrl}/packages/composer/${nameKey}`,
    id: `${why}:${nameKey}:${versionKey}`,
  };
}
