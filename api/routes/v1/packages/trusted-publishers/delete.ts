import { z } from 'zod';
import { removeTrustedPublisher } from '../../../../../services/packages/trusted-publishers.ts';
import { callerOf } from '../../../../callers.ts';
import type { ManagementDeps, Routes } from '../../../deps.ts';
import { PackageParams, readNamed } from '../params.ts';
import { publishersPath, readDeps } from './present.ts';

export function registerDeleteTrustedPublisher(app: Routes, management: ManagementDeps): void {
  const deps = readDeps(management);
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
      await removeTrustedPublisher(deps, caller, readNamed(deps, request.params));
      return reply.code(204).send(null);
    },
  );
}
