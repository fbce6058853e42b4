import { inputLimits } from './limits/inputs.ts';
import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { sha256Hex } from './digest.ts';
import type { Scope } from './scopes.ts';

/** Marks tokens of this registry in code, logs and archives, so that scanners everywhere can find leaked ones. */
export const tokenPrefix = 'pub_';

/** The token that a command-line client gets from a log-in. */
export const loginToken = {
  scopes: ['profile:write', 'tokens:read', 'packages:write'],
  expiresInDays: 90,
} as const satisfies { scopes: readonly Scope[]; expiresInDays: number };

/** The maximum number of live tokens of one person, without those of builds, which live for minutes. */
export const maxLiveTokens = inputLimits.tokens.count;

/** The random digits, then the checksum. */
const wellFormed = /^(pub_[0-9a-f]{64})([0-9a-f]{8})$/;

export interface NewToken {
  /** Shown once, never stored. */
  secret: string;
  /** SHA-256 hex of the whole secret: stored, and used for look-ups. */
  hash: string;
  prefix: string;
  /** First eight digits, so that people can distinguish their tokens. */
  hint: string;
}

export function createToken(): NewToken {
  const random = tokenPrefix + randomBytes(32).toString('hex');
  const secret = random + checksum(random);
  const hint = secret.slice(tokenPrefix.length, tokenPrefix.length + 8);
  return { secret, hash: sha256Hex(secret), prefix: tokenPrefix, hint };
}

/** Whether a credential claims to be an API token; everything else is a session. */
export function isToken(credential: string): boolean {
  return credential.startsWith(tokenPrefix);
}

/** Whether the form and checksum are valid, without a look-up: false saves a look-up that can't succeed. */
export function isWellFormedToken(credential: string): boolean {
  const [, random, digits] = wellFormed.exec(credential) ?? [];
  return random !== undefined && digits === checksum(random);
}

/** CRC-32 of all characters before it, prefix included: scanners detect typing errors and chance matches. */
function checksum(random: string): string {
  return crc32(random).toString(16).padStart(8, '0');
}
