import { z } from 'zod';
import { callerOf } from '../../../../callers.ts';
import type { Routes } from '../../../routes.ts';
import { PackageParams, readNamed } from '../params.ts';
import { publishersPath } from './present.ts';
import type { Services } from '../../../../../services/index.ts';

export function registerDeleteTrustedPublisher(app: Routes, services: Services): void {
  app.delete(
    `${publishersPath}/:id`,
    {
      schema: {
        operationId: 'deleteTrustedPublisher',
        tags: ['packages'],
        summary:
          'Builds lose the right to publish, and the tokens they hold, at once. Needs a session with a recent log-in',
        security: [{ bearer: [] }],
        params: PackageParams.extend({ id: z.uuid() }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request, request.actor);
      await services.packages.removeTrustedPublisher(
        caller,
        readNamed(services, request.params),
        request.params.id,
      );
      return reply.code(204).send(null);
    },
  );
}
