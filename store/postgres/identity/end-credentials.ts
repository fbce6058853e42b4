import { type Queryable, sql } from '../pool.ts';
import { deleteLinks } from '../mails/links.ts';
import { revokeSessions } from './sessions.ts';
import { revokeAllTokens } from './tokens.ts';

/**
 * Ends every credential of a person permanently: sessions, tokens, unfinished log-ins and password reset links. Call
 * it in a transaction: caches are notified at commit. Returns the number of ended sessions and tokens.
 */
export async function endCredentials(
  db: Queryable,
  userId: string,
): Promise<{ sessions: number; tokens: number }> {
  await db.query(sql.typeAlias('void')`
    delete from login_challenges where login_challenges.user_id = ${userId}`);
  await deleteLinks(db, userId, 'reset_password');
  const sessions = await revokeSessions(db, userId, 'all');
  const tokens = await revokeAllTokens(db, userId);
  return { sessions, tokens };
}
