import { z } from 'zod';
import type { UserActor } from '../../../../domain/actor.ts';
import { writeAudit } from '../../../../store/postgres/audit/audit.ts';
import { revokeSessions, type SessionChoice } from '../../../../store/postgres/identity/sessions.ts';
import { performerOf } from '../../../callers.ts';
import type { ManagementDeps, Routes } from '../../deps.ts';

const Choice = z.object({ all: z.boolean().optional().describe('Every session of the account') }).nullish();
const Message = z.object({ message: z.string() });

export function registerDeleteSession(app: Routes, { pool, announce }: ManagementDeps): void {
  app.post(
    '/v1/auth/logout',
    {
      config: { tier: 'auth' },
      schema: {
        operationId: 'deleteSession',
        tags: ['auth'],
        summary: 'Log out; without a credential there is nothing to do and that is fine',
        body: Choice,
        response: { 200: Message },
      },
    },
    async (request) => {
      const { actor } = request;
      const ended = actor.kind === 'user' ? endedSession(actor, request.body?.all ?? false) : undefined;
      if (actor.kind !== 'user' || ended === undefined) return { message: 'there was no session' };
      await pool.transaction(async (tx) => {
        const count = await revokeSessions(tx, actor.userId, ended);
        await writeAudit(tx, {
          action: 'user_logout',
          performer: performerOf(request, actor),
          targetUserId: actor.userId,
          metadata: { session_id: actor.sessionId ?? null, sessions: count },
        });
      });
      announce({ kind: 'user', id: actor.userId });
      return { message: 'logged out' };
    },
  );
}

/** Undefined is none: an API token is no session. */
function endedSession(actor: UserActor, isAll: boolean): SessionChoice | undefined {
  if (isAll && actor.credential === 'session') return 'all';
  return actor.sessionId === undefined ? undefined : { id: actor.sessionId };
}
