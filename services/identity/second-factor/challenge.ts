import { inputLimits } from '../../../domain/limits/inputs.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { Caller } from '../../../domain/caller.ts';
import {
  attemptChallenge,
  deleteChallenge,
  insertChallenge,
} from '../../../store/postgres/identity/login-challenges.ts';
import { findUser } from '../../../store/postgres/identity/users.ts';
import { newId } from '../../../store/postgres/ids.ts';
import { type Login, openSession } from '../open-session.ts';
import { checkCode, type CheckedFactor } from './check.ts';
import type { Configured, Platform } from '../../platform.ts';

export const challengeSeconds = 300;
/** The number of wrong codes before a challenge ends. */
const maxAttempts = inputLimits['second factor attempts'].count;

/** Issues a challenge after a correct password; it only permits sending the code. */
export async function startChallenge(
  { pool, authenticator }: Pick<Platform, 'pool' | 'authenticator'> & Configured<'auth'>,
  userId: string,
): Promise<{ token: string; expiresIn: number }> {
  const expiresAt = new Date(Date.now() + challengeSeconds * 1_000);
  const id = newId();
  await insertChallenge(pool, { id, userId, expiresAt });
  const token = await authenticator.sessions.signChallenge({ id, userId, expiresAt });
  return { token, expiresIn: challengeSeconds };
}

/** The second half of a log-in. @throws DomainError `token_expired`, `invalid_credentials`, `rate_limited` */
export async function answerChallenge(
  platform: Pick<Platform, 'pool' | 'throttle' | 'authenticator'> & Configured<'secrets' | 'auth'>,
  { origin }: Caller,
  { token, code }: { token: string; code: string },
): Promise<Login & CheckedFactor> {
  const { pool, authenticator } = platform;
  const id = await authenticator.sessions.verifyChallenge(token);
  const challenge = await attemptChallenge(pool, id, maxAttempts);
  const over = () => new DomainError('token_expired', 'the log-in is over: begin again with the password');
  if (!challenge) throw over();
  const checked = await checkCode(platform, { userId: challenge.userId, code }, origin);
  const user = await findUser(pool, challenge.userId);
  if (!user?.isActive || !(await deleteChallenge(pool, id))) throw over();
  return { ...(await openSession(platform, user, origin)), ...checked };
}
