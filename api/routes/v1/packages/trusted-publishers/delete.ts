import { z } from 'zod';
import { requireRecentLogin } from '../../../../../domain/actor.ts';
import { removePublisher } from '../../../../../services/packages/publisher-rules.ts';
import { performerOf } from '../../../../callers.ts';
import type { ManagementDeps, Routes } from '../../../deps.ts';
import { getWritablePackage, PackageParams } from '../find.ts';
import { publishersPath } from './present.ts';

export function registerDeleteTrustedPublisher(app: Routes, deps: ManagementDeps): void {
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
      const { pkg, actor } = await getWritablePackage(deps, request.actor, request.params, 'manage_trust');
      requireRecentLogin(actor, deps.config.auth.recentLoginSeconds);
      const { id } = request.params;
      const hashes = await removePublisher(deps.pool, pkg, id, performerOf(request, actor));
      for (const hash of hashes) deps.announce({ kind: 'token', hash });
      return reply.code(204).send(null);
    },
  );
}
