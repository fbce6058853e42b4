import { createHash, randomInt } from 'node:crypto';
import { generateSecret, generateURI, verifySync } from 'otplib';

/** RFC 6238 with the parameters that every authenticator app supports: SHA-1, six digits, thirty seconds. */
const periodSeconds = 30;
const recoveryCodes = 8;
const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Creates recovery codes, which are shown once: `xxxx-yyyy`, 41 bits each. */
export function createRecoveryCodes(): string[] {
  const half = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: recoveryCodes }, () => `${half()}-${half()}`);
}

/** The hash of a recovery code in any spelling. */
export function hashRecoveryCode(code: string): Buffer {
  return createHash('sha256').update(plain(code)).digest();
}

export const createSecret = (): string => generateSecret();

/** The URI for the QR code that an app reads. */
export function provisioningUri(secret: string, username: string): string {
  const uri = new URL(generateURI({ issuer: 'Rookery', label: username, secret }));
  uri.search = new URLSearchParams({
    secret,
    issuer: 'Rookery',
    algorithm: 'SHA1',
    digits: '6',
    period: String(periodSeconds),
  }).toString();
  return uri.href;
}

export type Code = { kind: 'authenticator'; digits: string } | { kind: 'recovery'; hash: Buffer };

/** Parses a typed code; undefined for any other text. */
export function readCode(typed: string): Code | undefined {
  const code = plain(typed);
  if (/^\d{6}$/.test(code)) return { kind: 'authenticator', digits: code };
  if (/^[a-z0-9]{8}$/.test(code)) return { kind: 'recovery', hash: hashRecoveryCode(code) };
  return undefined;
}

/** The period of the code: the current one or a neighbour; undefined for a wrong code. */
export function stepOf(secret: string, digits: string): number | undefined {
  const result = verifySync({ secret, token: digits, epochTolerance: periodSeconds });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}

const plain = (code: string) => code.replaceAll(/[\s-]/g, '').toLowerCase();
