import { z } from 'zod';
import { DomainError } from '../../../../domain/errors.ts';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import type { Services } from '../../../../services/index.ts';
import { callerOf } from '../../../callers.ts';
import { text } from '../../fields.ts';
import type { Routes } from '../../routes.ts';

/** The data of the platform about a person, for administrators of the platform. */
export function registerPersonalData(app: Routes, services: Services): void {
  const shared = {
    tags: ['admin'],
    security: [{ bearer: [] }],
    params: z.object({ id: text(fieldLimits.id) }),
  };

  app.get(
    '/v1/admin/users/:id/data',
    {
      schema: {
        ...shared,
        operationId: 'exportPersonalData',
        summary: 'All that is known of a person, secrets aside: a list for each section',
        description: 'A session needs a recent log-in.',
      },
    },
    async (request, reply) => {
      const caller = callerOf(request, request.actor);
      const { username } = await services.users.getAccount(caller, { id: request.params.id });
      const document = await services.users.openPersonalData(caller, username);
      reply.header('content-type', 'application/json; charset=utf-8');
      reply.header('content-disposition', `attachment; filename="${username}.json"`);
      reply.header('cache-control', 'private, no-store');
      return reply.send(document);
    },
  );

  app.post(
    '/v1/admin/users/:id/erase',
    {
      schema: {
        ...shared,
        operationId: 'erasePerson',
        summary: 'Remove the data of a person and lock the account',
        description:
          'What they published stays, with their name on it, and so do entries of the audit log until they expire. A session needs a recent log-in.',
        body: z.object({
          confirmed_username: text(fieldLimits['typed username']).describe(
            'The name of the account once more',
          ),
        }),
        response: { 200: z.object({ message: z.string() }) },
      },
    },
    async (request) => {
      const caller = callerOf(request, request.actor);
      const { username } = await services.users.getAccount(caller, { id: request.params.id });
      if (request.body.confirmed_username !== username) {
        throw new DomainError('validation_failed', 'confirmed_username is not the name of the account');
      }
      await services.users.erasePerson(caller, username);
      return { message: `the data of ${username} is removed` };
    },
  );
}
