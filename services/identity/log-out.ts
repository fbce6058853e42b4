import type { UserActor } from '../../domain/actor.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { revokeSessions, type SessionChoice } from '../../store/postgres/identity/sessions.ts';
import type { Platform } from '../platform.ts';

/** Ends the caller's session. False without one: for an API token or an anonymous caller. */
export async function logOut(
  { pool, announce }: Pick<Platform, 'pool' | 'announce'>,
  caller: Caller,
  { isAll }: { isAll: boolean },
): Promise<boolean> {
  const { actor } = caller;
  if (actor.kind !== 'user') return false;
  const ended = endedSession(actor, isAll);
  if (ended === undefined) return false;
  await pool.transaction(async (tx) => {
    const count = await revokeSessions(tx, actor.userId, ended, { givenBack: actor.sessionId });
    await writeAudit(tx, {
      action: 'user_logout',
      performer: performedBy(caller),
      targetUserId: actor.userId,
      metadata: { session_id: actor.sessionId ?? null, sessions: count },
    });
  });
  announce({ kind: 'user', id: actor.userId });
  return true;
}

function endedSession(actor: UserActor, isAll: boolean): SessionChoice | undefined {
  if (isAll && actor.credential === 'session') return 'all';
  return actor.sessionId === undefined ? undefined : { id: actor.sessionId };
}
