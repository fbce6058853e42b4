import { type Queryable, sql } from '../pool.ts';
import { deleteLinks } from '../mails/links.ts';
import { revokeSessions } from './sessions.ts';
import { revokeAllTokens } from './tokens.ts';

/**
 * Ends every credential of a person for good: sessions, tokens, half-finished log-ins and links to a new password. Call it in a transaction: caches are notified at commit. Returns how many sessions and tokens ended.
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
