import { z } from 'zod';
import { requireBinding, requireScope } from '../../../../domain/actor.ts';
import { notFound } from '../../../../domain/errors.ts';
import { writeAudit } from '../../../../store/postgres/audit/audit.ts';
import { revokeToken } from '../../../../store/postgres/identity/tokens.ts';
import { performerOf } from '../../../callers.ts';
import type { ManagementDeps, Routes } from '../../deps.ts';

export function registerRevokeToken(app: Routes, { pool, announce }: ManagementDeps): void {
  app.delete(
    '/v1/tokens/:id',
    {
      schema: {
        operationId: 'revokeToken',
        tags: ['tokens'],
        summary: 'Revoke one of your tokens, effective at once',
        security: [{ bearer: [] }],
        params: z.object({ id: z.uuid() }),
        response: { 200: z.object({ message: z.string() }) },
      },
    },
    async (request) => {
      const actor = requireScope(request.actor, 'tokens:write');
      // a token that is bound to a package or repository has no say over others
      requireBinding(actor, {});
      const { id } = request.params;
      await pool.transaction(async (tx) => {
        const isRevoked = await revokeToken(tx, actor.userId, id);
        if (!isRevoked) throw notFound('token');
        await writeAudit(tx, {
          action: 'token_revoke',
          performer: performerOf(request, actor),
          targetUserId: actor.userId,
          metadata: { token_id: id },
        });
      });
      announce({ kind: 'user', id: actor.userId });
      return { message: 'token revoked' };
    },
  );
}
