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
import type { Change } from '../../../store/postgres/notify.ts';
import { checkPassword, type PasswordDeps } from '../login.ts';
import { checkCode, type SecondFactorDeps } from './check.ts';
import { createRecoveryCodes, createSecret, hashRecoveryCode, provisioningUri } from './codes.ts';
import { createSecretBox } from '../../secret-box.ts';

export interface ManageSecondFactorDeps extends SecondFactorDeps, PasswordDeps {
  config: SecondFactorDeps['config'] & { readonly auth: { readonly recentLoginSeconds: number } };
  announce(change: Change): void;
}

export interface NewSecondFactor {
  secret: string;
  provisioningUri: string;
  recoveryCodes: readonly string[];
}

/**
 * A secret for an authenticator app. It counts once a code of it was shown ({@link confirmSecondFactor}); asked for again
 * before, there is another one. @throws DomainError `login_required`, `invalid_credentials`, `policy_violation` when
 * there is a confirmed one
 */
export async function setUpSecondFactor(
  deps: ManageSecondFactorDeps,
  caller: Caller,
  { password }: { password: string | undefined },
): Promise<NewSecondFactor> {
  const actor = requireSession(deps, caller);
  const { userId, username } = actor;
  if (password === undefined) requireRecentLogin(actor, deps.config.auth.recentLoginSeconds);
  else await checkPassword(deps, { usernameOrEmail: username, password, confirms: userId }, caller.origin);
  const secret = createSecret();
  const recoveryCodes = createRecoveryCodes();
  const sealed = createSecretBox(deps.config.secrets.jwtSecret, 'authenticator').seal(secret, userId);
  await deps.pool.transaction(async (tx) => {
    if (!(await saveAuthenticator(tx, userId, sealed))) {
      throw new DomainError('policy_violation', 'a second factor is enabled already: disable it first');
    }
    await replaceRecoveryCodes(tx, userId, recoveryCodes.map(hashRecoveryCode));
  });
  return { secret, provisioningUri: provisioningUri(secret, username), recoveryCodes };
}

/** From now on log-ins need a code; other sessions, which gave none, end. @throws DomainError `invalid_credentials`, `login_required`, `rate_limited` */
export async function confirmSecondFactor(
  deps: ManageSecondFactorDeps,
  caller: Caller,
  code: string,
): Promise<void> {
  const { userId, sessionId } = requireSession(deps, caller);
  await checkCode(deps, { userId, code, isNew: true }, caller.origin);
  await deps.pool.transaction(async (tx) => {
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
  deps.announce({ kind: 'user', id: userId });
}

/** Void are those of before. @throws DomainError `invalid_credentials`, `login_required`, `rate_limited` */
export async function renewRecoveryCodes(
  deps: ManageSecondFactorDeps,
  caller: Caller,
  code: string,
): Promise<readonly string[]> {
  const { userId } = requireSession(deps, caller);
  await checkCode(deps, { userId, code }, caller.origin);
  const recoveryCodes = createRecoveryCodes();
  await deps.pool.transaction(async (tx) => {
    await replaceRecoveryCodes(tx, userId, recoveryCodes.map(hashRecoveryCode));
    const performer = performedBy(caller);
    await writeAudit(tx, { action: 'mfa_recovery_regenerate', performer, targetUserId: userId });
  });
  return recoveryCodes;
}

/** @throws DomainError `invalid_credentials`, `login_required`, `rate_limited` */
export async function disableSecondFactor(
  deps: ManageSecondFactorDeps,
  caller: Caller,
  code: string,
): Promise<void> {
  const { userId } = requireSession(deps, caller);
  await checkCode(deps, { userId, code }, caller.origin);
  await deps.pool.transaction(async (tx) => {
    // another request was faster
    if (!(await removeAuthenticator(tx, userId))) return;
    await writeAudit(tx, { action: 'mfa_disable', performer: performedBy(caller), targetUserId: userId });
  });
  deps.announce({ kind: 'user', id: userId });
}

/** @throws DomainError `unauthenticated`, `login_required` for API tokens */
function requireSession(
  { config }: ManageSecondFactorDeps,
  { actor }: Caller,
): UserActor & { sessionId: string } {
  const user = authorizeReadingOwn(actor, 'manage_second_factor');
  const { sessionId } = user;
  if (sessionId === undefined) throw loginRequired(config.auth.recentLoginSeconds);
  return { ...user, sessionId };
}
