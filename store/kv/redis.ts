import { Redis } from 'ioredis';
import { DomainError } from '../../domain/errors.ts';
import { refuseInTransaction } from '../postgres/transactions.ts';
import type { KeyValue, RateVerdict } from './kv.ts';
import { verdictOf } from './window.ts';

export interface RedisKeyValueOptions {
  /** redis:// or rediss://, with a password if required. */
  url: string;
  /** Prefix of every key, so that several installations may share a server. */
  prefix?: string;
  /** Maximum wait for one answer. */
  timeoutMs?: number;
  /** Clock of the rate windows in ms; default: the server's clock, which all replicas share. */
  now?: () => number;
}

/** One hash per key: window number, its count, the count of the window before. Refused hits write nothing. */
const hitScript = `
local limit, width, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local window = math.floor(now / width)
local elapsed = now - window * width
local kept = redis.call('HMGET', KEYS[1], 'w', 'c', 'p')
local keptWindow = tonumber(kept[1])
local current, previous = 0, 0
if keptWindow == window then
  current, previous = tonumber(kept[2]), tonumber(kept[3])
elseif keptWindow == window - 1 then
  previous = tonumber(kept[2])
end
local allowed = 0
if previous * (width - elapsed) / width + current + 1 <= limit then
  allowed = 1
  current = current + 1
  redis.call('HSET', KEYS[1], 'w', string.format('%.0f', window), 'c', current, 'p', previous)
  redis.call('PEXPIRE', KEYS[1], 2 * width - elapsed)
end
return {allowed, previous, current, elapsed}
`;

/** Atomic: a count without an expiry would stay for ever. */
const incrementScript = `
local count = redis.call('INCR', KEYS[1])
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return count
`;

/** Data that all replicas share. Every call throws DomainError `overloaded` while Redis is unavailable. */
export function createRedisKeyValue(options: RedisKeyValueOptions): KeyValue {
  const redis = new Redis(options.url, {
    keyPrefix: options.prefix ?? 'rookery:',
    connectTimeout: options.timeoutMs ?? 1_000,
    commandTimeout: options.timeoutMs ?? 1_000,
    // no command runs after its caller has given up: it would count twice
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
  });
  // each call reports the error itself; without a listener a lost connection would end the process
  redis.on('error', () => undefined);
  let wasReady = false;
  redis.once('ready', () => {
    wasReady = true;
  });

  /** Replaces a connection after its first late answer: after a network partition TCP retries for minutes. */
  async function ask<T>(command: () => Promise<T>): Promise<T> {
    refuseInTransaction('the key-value store');
    try {
      // a queued command would run after the reconnection, when its caller has given up; only the first connection is
      // awaited
      if (wasReady && redis.status !== 'ready') throw new Error('no connection');
      return await command();
    } catch (error) {
      if (redis.status === 'ready' && isLate(error)) redis.disconnect(true);
      throw new DomainError('overloaded', 'the key-value store does not answer', {}, error);
    }
  }

  async function hit(key: string, limit: number, windowSeconds: number): Promise<RateVerdict> {
    const windowMs = windowSeconds * 1000;
    const now = options.now === undefined ? '' : String(options.now());
    const reply = await ask(() => redis.eval(hitScript, 1, `hit:${key}`, limit, windowMs, now));
    const [allowed, previous, current, elapsedMs] = fourNumbers(reply);
    return verdictOf({ previous, current, elapsedMs }, allowed === 1, limit, windowMs);
  }

  /** Sends QUIT; a connection that is already lost is dropped instead. */
  async function close(): Promise<void> {
    if (redis.status === 'ready') await redis.quit().catch(() => undefined);
    redis.disconnect();
  }

  return {
    kind: 'redis',
    get: async (key) => (await ask(() => redis.get(valueKey(key)))) ?? undefined,
    set: async (key, value, ttlSeconds) => {
      await ask(() => redis.set(valueKey(key), value, 'PX', Math.ceil(ttlSeconds * 1000)));
    },
    setIfAbsent: async (key, value, ttlSeconds) =>
      (await ask(() => redis.set(valueKey(key), value, 'PX', Math.ceil(ttlSeconds * 1000), 'NX'))) === 'OK',
    increment: async (key, ttlSeconds) =>
      Number(await ask(() => redis.eval(incrementScript, 1, valueKey(key), Math.ceil(ttlSeconds * 1000)))),
    delete: async (key) => {
      await ask(() => redis.del(valueKey(key)));
    },
    hit,
    ping: async () => {
      await ask(() => redis.ping());
    },
    close,
  };
}

/** A prefix other than `hit:`, so that no value can replace a counter. */
function valueKey(key: string): string {
  return `value:${key}`;
}

/** Whether the error is a timeout, for which the library has no class. */
function isLate(error: unknown): boolean {
  return error instanceof Error && error.message === 'Command timed out';
}

function fourNumbers(reply: unknown): [number, number, number, number] {
  if (!Array.isArray(reply) || reply.length !== 4) throw new TypeError('unexpected reply of the rate script');
  const [a, b, c, d] = reply.map(Number);
  return [a ?? 0, b ?? 0, c ?? 0, d ?? 0];
}
