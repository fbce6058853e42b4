import { addressKey } from '../../domain/address-key.ts';
import type { Caller } from '../../domain/caller.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Scope } from '../../domain/scopes.ts';
import { showUserCode } from '../../domain/user-code.ts';
import type { ConsumeLimit } from '../limits/actions.ts';
import { type BrowserLogins, lifetimeSeconds, pollSeconds, type WaitingClient } from './browser-login.ts';
import type { CreatedToken } from './create-token.ts';
import { issueLoginToken } from './issue-login-token.ts';
import type { Configured, Platform } from '../platform.ts';

export interface StartedDevice {
  /** The code that only the client knows. */
  deviceCode: string;
  /** The code for the user, with its dash. */
  userCode: string;
  pageUrl: string;
  /** The same page with the code filled in. */
  pageUrlWithCode: string;
  expiresIn: number;
  pollSeconds: number;
}

/** Starts a log-in for a client without a browser (RFC 8628). */
export async function startDeviceLogin(
  { browserLogins, config }: Pick<Platform, 'browserLogins'> & Configured<'http'>,
  { origin }: Caller,
  { clientName, scopes }: { clientName: string; scopes: readonly Scope[] },
): Promise<StartedDevice> {
  const client = { hostname: clientName, address: origin.ipAddress ?? '', scopes: [...new Set(scopes)] };
  const { id, pageId } = await browserLogins.startWithCode(client);
  const userCode = showUserCode(pageId);
  const pageUrl = `${config.http.publicUrl}/login/device`;
  const pageUrlWithCode = `${pageUrl}?user_code=${userCode}`;
  return { deviceCode: id, userCode, pageUrl, pageUrlWithCode, expiresIn: lifetimeSeconds, pollSeconds };
}

/**
 * @throws DomainError `authorization_pending`, `slow_down`, `access_denied`, `expired_token`, `rate_limited`,
 * `policy_violation`
 */
export async function pollDeviceLogin(
  platform: Pick<Platform, 'browserLogins' | 'pool' | 'consumeLimit'> & Configured<'http'>,
  deviceCode: string,
): Promise<CreatedToken & { username: string }> {
  const approval = await platform.browserLogins.takeWithCode(deviceCode);
  try {
    return await issueLoginToken(platform, approval);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'invalid_credentials') throw error;
    throw new DomainError('access_denied', 'the account is not active any more', {}, error);
  }
}

/**
 * Finds the client of a typed code; null for an unknown code. Each look-up counts for the limit, so that codes can't
 * be guessed. @throws DomainError `rate_limited`
 */
export async function findDevice(
  { browserLogins, consumeLimit }: { browserLogins: BrowserLogins; consumeLimit: ConsumeLimit },
  { origin }: Caller,
  typed: string,
): Promise<WaitingClient | null> {
  await consumeLimit('look_up_code', addressKey(origin.ipAddress ?? ''));
  return browserLogins.find(typed);
}
