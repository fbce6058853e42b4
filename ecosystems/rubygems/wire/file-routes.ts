import type { FastifyInstance } from 'fastify';
import { notFound } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { trySend } from '../../try-send.ts';
import { readingsOf } from '../format/full-name.ts';
import { attestationsFile } from '../format/metadata.ts';
import { identify } from './caller.ts';

const ending = '.gem';
/** How long yanked gems are served, because lock files name them. */
const yankedDays = 30;

/** Gems by full name, and their attestations; yanked gems too, for clients whose lock files name them. */
export function registerFileRoutes(app: FastifyInstance, context: RouteContext): void {
  app.route<{ Params: { filename: string } }>({
    method: ['GET', 'HEAD'],
    url: '/gems/:filename',
    async handler(request, reply) {
      const caller = await identify(context, request);
      const { filename } = request.params;
      const full = filename.endsWith(ending) ? filename.slice(0, -ending.length) : '';
      for (const keys of readingsOf(full)) {
        const file = { ...keys, filename, yankedDays };
        if (await trySend(context.files.send(caller, reply, file))) return reply;
      }
      throw notFound('gem');
    },
  });
  app.get<{ Params: { filename: string } }>('/api/v1/attestations/:filename', async (request, reply) => {
    const caller = await identify(context, request);
    const { filename: asked } = request.params;
    const full = asked.endsWith('.json') ? asked.slice(0, -'.json'.length) : '';
    for (const keys of readingsOf(full)) {
      const file = { ...keys, filename: attestationsFile, yankedDays };
      if (await trySend(context.files.send(caller, reply, file))) return reply;
    }
    throw notFound('attestation');
  });
}
