import type { FastifyInstance } from 'fastify';
import type { RouteContext } from '../../context/context.ts';
import { devSuffix } from '../format/documents.ts';
import { changesPath, parseLines } from '../format/wide.ts';
import { identify } from './caller.ts';
import { reads, sendJson } from './send-json.ts';

/** Clients count in ten thousandths of a second. */
const perMs = 10;
/** Changes become visible a moment after they happened: what came in between is told again. */
const marginMs = 60_000;

const verbs: Readonly<Record<string, string>> = { u: 'update', d: 'delete' };

interface Action {
  type: string;
  package: string;
  time: number;
}

/** What changed since a moment, for mirrors. Who says none is told which one it is. */
export function registerChangeRoutes(app: FastifyInstance, context: RouteContext): void {
  app.route({
    method: reads,
    url: '/metadata/changes.json',
    async handler(request, reply) {
      const { caller } = await identify(context, request);
      const lines = parseLines(await context.documents.readWide(caller, changesPath));
      const timestamp = lines.reduce((last, { at }) => Math.max(last, at), 0) * perMs;
      const since = sinceIn(request.query);
      if (since === undefined) {
        const message = 'since is missing, or no whole number: begin with the timestamp of this answer';
        reply.code(400).headers({ 'cache-control': 'no-store' });
        return reply.send({ error: message, errors: [{ status: 400, message }], timestamp });
      }
      const latest = new Map<string, Action>();
      for (const { at, name, tagged, branches } of lines) {
        if (at < since / perMs - marginMs) continue;
        const time = Math.floor(at / 1_000);
        for (const [document, what] of [
          [name, tagged.what],
          [name + devSuffix, branches.what],
        ] as const) {
          const type = verbs[what];
          if (type !== undefined) latest.set(document, { type, package: document, time });
        }
      }
      return sendJson(request, reply, { actions: [...latest.values()], timestamp });
    },
  });
}

function sinceIn(query: unknown): number | undefined {
  const { since } = query as Record<string, unknown>;
  return typeof since === 'string' && /^\d{1,17}$/.test(since) ? Number(since) : undefined;
}
