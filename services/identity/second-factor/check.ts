import { inPerson, type Origin } from '../../../domain/actor.ts';
import { aboutInput, DomainError } from '../../../domain/errors.ts';
import { writeAudit } from '../../../store/postgres/audit/audit.ts';
import {
  findAuthenticator,
  takeRecoveryCode,
  takeStep,
} from '../../../store/postgres/identity/authenticators.ts';
import { readCode, stepOf } from './codes.ts';
import { jwtSecretsOf } from '../../../config/secrets.ts';
import { createSecretBox } from '../../secret-box.ts';
import type { Configured, Platform } from '../../platform.ts';

export interface CheckedFactor {
  /** Present after the use of a recovery code. */
  recoveryCodesLeft?: number;
}

/**
 * Checks a code of the user. All codes are compared here. A code can be used once, and attempts get slower with every
 * failure. `isNew`: a code of an unconfirmed authenticator, which has no recovery codes.
 * @throws DomainError `invalid_credentials`, `rate_limited`
 */
export async function checkCode(
  platform: Pick<Platform, 'pool' | 'throttle'> & Configured<'secrets'>,
  { userId, code: typed, isNew = false }: { userId: string; code: string; isNew?: boolean },
  origin: Origin,
): Promise<CheckedFactor> {
  const { pool, throttle } = platform;
  const attempt = { account: userId, address: origin.ipAddress, confirms: `code:${userId}` };
  await throttle.begin(attempt);
  const checked = await take(platform, { userId, typed, isNew }, origin);
  if (!checked) {
    await writeAudit(pool, {
      action: 'user_login_failed',
      performer: inPerson(userId, origin),
      targetUserId: userId,
      metadata: { factor: 'code' },
    });
    const detail = 'the code is wrong, or it was used already';
    throw aboutInput('code', new DomainError('invalid_credentials', detail));
  }
  await throttle.succeed(attempt);
  return checked;
}

async function take(
  { pool, config }: Pick<Platform, 'pool' | 'throttle'> & Configured<'secrets'>,
  { userId, typed, isNew }: { userId: string; typed: string; isNew: boolean },
  origin: Origin,
): Promise<CheckedFactor | undefined> {
  const code = readCode(typed);
  const authenticator = await findAuthenticator(pool, userId);
  if (code === undefined || authenticator === null || authenticator.isConfirmed === isNew) return undefined;
  if (code.kind === 'authenticator') {
    const secret = createSecretBox(jwtSecretsOf(config.secrets), 'authenticator').open(
      authenticator.sealedSecret,
      userId,
    );
    const step = stepOf(secret, code.digits);
    return step !== undefined && (await takeStep(pool, userId, step)) ? {} : undefined;
  }
  if (isNew) return undefined;
  return pool.transaction(async (tx) => {
    const recoveryCodesLeft = await takeRecoveryCode(tx, userId, code.hash);
    if (recoveryCodesLeft === null) return undefined;
    await writeAudit(tx, {
      action: 'mfa_recovery_use',
      performer: inPerson(userId, origin),
      targetUserId: userId,
      metadata: { left: recoveryCodesLeft },
    });
    return { recoveryCodesLeft };
  });
}
