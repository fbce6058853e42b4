import { sha256Hex } from '../../domain/digest.ts';
import { DomainError } from '../../domain/errors.ts';
import type { KeyValue } from '../../store/kv/kv.ts';
import { addressKey } from '../../domain/address-key.ts';

/** An attempt, before its password is compared. */
export interface LoginAttempt {
  /** The account as typed: a name, an address, or any other text. */
  account: string;
  address: string | null;
  /** The id of a logged-in user who confirms the password: guesses of others do not delay it. */
  confirms?: string;
}

export interface LoginThrottle {
  /**
   * Counts the attempt as a failure in advance, so that concurrent attempts count as well.
   * @throws DomainError `rate_limited`
   */
  begin(attempt: LoginAttempt): Promise<void>;
  /** The password was correct: clears the failures, and remembers the address. */
  succeed(attempt: LoginAttempt): Promise<void>;
}

/** Failures in a row without a delay; they only count for the limit of the address. */
export const freeFailures = 10;
const firstWaitSeconds = 5;
/** An account is never locked: after this wait one attempt is always checked. */
export const longestWaitSeconds = 900;
const forgetSeconds = 3_600;
const knownSeconds = 30 * 86_400;

export const unthrottled: LoginThrottle = { begin: async () => {}, succeed: async () => {} };

/**
 * Delays attempts to guess the password of an account after each failure, for all addresses and replicas together.
 * Names without an account are treated alike. Addresses of earlier log-ins are counted separately, so that strangers
 * can't lock the owner out. While Redis is unreachable each process counts separately (ADR 0090).
 */
export function createLoginThrottle(kv: KeyValue, now: () => number = Date.now): LoginThrottle {
  async function keyOf({ account, address, confirms }: LoginAttempt): Promise<string> {
    if (confirms !== undefined) return `confirm:${confirms}`;
    const name = nameKey(account);
    const isKnown = (await kv.get(knownKey(name, address))) !== undefined;
    return isKnown ? `${name}:${placeOf(address)}` : name;
  }

  async function secondsToWait(attempt: LoginAttempt): Promise<number> {
    const key = await keyOf(attempt);
    const left = async () => (Number((await kv.get(gateKey(key))) ?? 0) - now()) / 1_000;
    const wait = await left();
    if (wait > 0) return wait;
    const failures = await kv.increment(failuresKey(key), forgetSeconds);
    if (failures <= freeFailures) return 0;
    const next = Math.min(longestWaitSeconds, firstWaitSeconds * 2 ** (failures - freeFailures - 1));
    const isThrough = await kv.setIfAbsent(gateKey(key), String(now() + next * 1_000), next);
    return isThrough ? 0 : Math.max(1, await left());
  }

  return {
    async begin(attempt) {
      const wait = await secondsToWait(attempt);
      if (wait <= 0) return;
      const retryAfterSeconds = Math.ceil(wait);
      const detail = `too many failed log-ins, try again in ${retryAfterSeconds} s`;
      throw new DomainError('rate_limited', detail, { retryAfterSeconds });
    },

    async succeed(attempt) {
      const key = await keyOf(attempt);
      await Promise.all([
        kv.delete(failuresKey(key)),
        kv.delete(gateKey(key)),
        kv.set(knownKey(nameKey(attempt.account), attempt.address), '', knownSeconds),
      ]);
    },
  };
}

/** A hash, because users may type their password instead of their name. */
const nameKey = (account: string) => sha256Hex(account.toLowerCase()).slice(0, 32);
const placeOf = (address: string | null) => (address === null ? 'here' : addressKey(address));
const failuresKey = (key: string) => `login-failures:${key}`;
const gateKey = (key: string) => `login-gate:${key}`;
const knownKey = (name: string, address: string | null) => `login-known:${name}:${placeOf(address)}`;
