import type { FastifyInstance } from 'fastify';
import type { RouteContext } from '../../context/context.ts';
import { changesPath } from '../format/wide.ts';
import { identify } from './caller.ts';
import { type ChangeLog, keptMs, marginMs } from './change-log.ts';
import { reads, sendJson } from './send-json.ts';

/** Clients count in ten thousandths of a second. */
const perMs = 10;

/**
 * The changes since a time, for mirrors. Without a time a mirror gets the current time; after a long absence,
 * `resync`.
 */
export function registerChangeRoutes(app: FastifyInstance, context: RouteContext, log: ChangeLog): void {
  app.route({
    method: reads,
    url: '/metadata/changes.json',
    async handler(request, reply) {
      const { caller } = await identify(context, request);
      const now = Date.now();
      const document = await context.documents.readWide(caller, changesPath);
      const changes = log.read(document, now);
      const renewed = document.renewedAt?.getTime() ?? 0;
      // the time also advances without changes, otherwise mirrors would read a quiet registry again every day
      const quiet = Math.floor((now - marginMs) / marginMs) * marginMs;
      const timestamp = Math.max(changes.last, renewed, quiet) * perMs;
      const since = sinceIn(request.query);
      if (since === undefined) {
        const message = 'since is missing, or no whole number: begin with the timestamp of this answer';
        reply.code(400).headers({ 'cache-control': 'no-store' });
        return reply.send({ error: message, errors: [{ status: 400, message }], timestamp });
      }
      // a hidden package gets no line, because a line would reveal its name: mirrors read everything again
      if (since / perMs < Math.max(now - keptMs, renewed)) {
        const action = { type: 'resync', package: '*', time: Math.floor(now / 1_000) };
        return sendJson(request, reply, { actions: [action], timestamp });
      }
      const actions = changes
        .since(since / perMs - marginMs)
        .map(({ at, type, package: name }) => ({ type, package: name, time: Math.floor(at / 1_000) }));
      return sendJson(request, reply, { actions, timestamp });
    },
  });
}

function sinceIn(query: unknown): number | undefined {
  const { since } = query as Record<string, unknown>;
  return typeof since === 'string' && /^\d{1,17}$/.test(since) ? Number(since) : undefined;
}
