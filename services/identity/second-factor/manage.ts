import { requireRecentLogin, type UserActor } from '../../../domain/actor.ts';
import { authorizeReadingOwn } from '../../../domain/authorize.ts';
import { type Caller, performedBy } from '../../../domain/caller.ts';
import { DomainError, invalidState, loginRequired } from '../../../domain/errors.ts';
import { writeAudit } from '../../../store/postgres/audit/audit.ts';
import {
  confirmAuthenticator,
  removeAuthenticator,
  replaceRecoveryCodes,
  saveAuthenticator,
} from '../../../store/postgres/identity/authenticators.ts';
import { revokeSessions } from '../../../store/postgres/identity/sessions.ts';
import { checkPassword } from '../login.ts';
import { checkCode } from './check.ts';
import { createRecoveryCodes, createSecret, hashRecoveryCode, provisioningUri } from './codes.ts';
import { jwtSecretsOf } from '../../../config/secrets.ts';
import { createSecretBox } from '../../secret-box.ts';
import type { Configured, Platform } from '../../platform.ts';

export interface NewSecondFactor {
  secret: string;
  provisioningUri: string;
  recoveryCodes: readonly string[];
}

/**
 * Creates a secret for an authenticator app. It counts after a code confirmed it ({@link confirmSecondFactor}); a
 * repeated request replaces an unconfirmed secret. @throws DomainError `login_required`, `invalid_credentials`,
 * `policy_violation` when a confirmed one exists
 */
export async function setUpSecondFactor(
  platform: Pick<Platform, 'announce' | 'pool' | 'throttle' | 'passwords'> & Configured<'secrets' | 'auth'>,
  caller: Caller,
  { password }: { password: string | undefined },
): Promise<NewSecondFactor> {
  const actor = requireSession(platform, caller);
  const { userId, username } = actor;
  if (password === undefined) requireRecentLogin(actor, platform.config.auth.recentLoginSeconds);
  else
    await checkPassword(platform, { usernameOrEmail: username, password, confirms: userId }, caller.origin);
  const secret = createSecret();
  const recoveryCodes = createRecoveryCodes();
  const sealed = createSecretBox(jwtSecretsOf(platform.config.secrets), 'authenticator').seal(secret, userId);
  await platform.pool.transaction(async (tx) => {
    if (!(await saveAuthenticator(tx, userId, sealed))) {
      throw new DomainError('policy_violation', 'a second factor is enabled already: disable it first');
    }
    await replaceRecoveryCodes(tx, userId, recoveryCodes.map(hashRecoveryCode));
  });
  return { secret, provisioningUri: provisioningUri(secret, username), recoveryCodes };
}

/**
 * Confirms the authenticator: log-ins then need a code, and other sessions, which used no code, end.
 * @throws DomainError `invalid_credentials`, `login_required`, `rate_limited`
 */
export async function confirmSecondFactor(
  platform: Pick<Platform, 'announce' | 'pool' | 'throttle' | 'passwords'> & Configured<'secrets' | 'auth'>,
  caller: Caller,
  code: string,
): Promise<void> {
  const { userId, sessionId } = requireSession(platform, caller);
  await checkCode(platform, { userId, code, isNew: true }, caller.origin);
  await platform.pool.transaction(async (tx) => {
    if (!(await confirmAuthenticator(tx, userId))) throw invalidState('there is nothing to confirm');
    const sessions = await revokeSessions(tx, userId, { but: sessionId });
    const performer = performedBy(caller);
    await writeAudit(tx, {
      action: 'mfa_enable',
      performer,
      targetUserId: userId,
      metadata: { sessions },
    });
  });
  platform.announce({ kind: 'user', id: userId });
}

/**
 * Creates new recovery codes; earlier ones become invalid.
 * @throws DomainError `invalid_credentials`, `login_required`, `rate_limited`
 */
export async function renewRecoveryCodes(
  platform: Pick<Platform, 'announce' | 'pool' | 'throttle' | 'passwords'> & Configured<'secrets' | 'auth'>,
  caller: Caller,
  code: string,
): Promise<readonly string[]> {
  const { userId } = requireSession(platform, caller);
  await checkCode(platform, { userId, code }, caller.origin);
  const recoveryCodes = createRecoveryCodes();
  await platform.pool.transaction(async (tx) => {
    await replaceRecoveryCodes(tx, userId, recoveryCodes.map(hashRecoveryCode));
    const performer = performedBy(caller);
    await writeAudit(tx, { action: 'mfa_recovery_regenerate', performer, targetUserId: userId });
  });
  return recoveryCodes;
}

/** @throws DomainError `invalid_credentials`, `login_required`, `rate_limited` */
export async function disableSecondFactor(
  platform: Pick<Platform, 'announce' | 'pool' | 'throttle' | 'passwords'> & Configured<'secrets' | 'auth'>,
  caller: Caller,
  code: string,
): Promise<void> {
  const { userId } = requireSession(platform, caller);
  await checkCode(platform, { userId, code }, caller.origin);
  await platform.pool.transaction(async (tx) => {
    // a concurrent request removed it first
    if (!(await removeAuthenticator(tx, userId))) return;
    await writeAudit(tx, { action: 'mfa_disable', performer: performedBy(caller), targetUserId: userId });
  });
  platform.announce({ kind: 'user', id: userId });
}

/** @throws DomainError `unauthenticated`, `login_required` for API tokens */
function requireSession(
  { config }: Pick<Platform, 'announce' | 'pool' | 'throttle' | 'passwords'> & Configured<'secrets' | 'auth'>,
  { actor }: Caller,
): UserActor & { sessionId: string } {
  const user = authorizeReadingOwn(actor, 'manage_second_factor');
  const { sessionId } = user;
  if (sessionId === undefined) throw loginRequired(config.auth.recentLoginSeconds);
  return { ...user, sessionId };
}
