import { createBoundedCache } from '../cache/bounded-cache.ts';
import { refuseInTransaction } from '../postgres/transactions.ts';
import type { KeyValue, RateVerdict } from './kv.ts';
import { hasRoom, verdictOf } from './window.ts';

interface Entry {
  value: string;
  expiresAt: number;
}

interface Hits {
  window: number;
  previous: number;
  current: number;
  expiresAt: number;
}

const sweepEveryMs = 60_000;
const entriesBytes = 32 * 1024 * 1024;
const hitsBytes = 64 * 1024 * 1024;
const countersBytes = 64;

export interface MemoryKeyValueOptions {
  /** Milliseconds since the epoch. */
  now?: () => number;
}

/**
 * For one process: replicas that need common limits use Redis. It refuses calls within transactions, so that tests
 * find calls that would wait for Redis.
 */
export function createMemoryKeyValue({ now = Date.now }: MemoryKeyValueOptions = {}): KeyValue {
  // if more addresses arrive than fit, the least recently used ones are dropped
  const entries = createBoundedCache<Entry>({ maxBytes: entriesBytes });
  const hits = createBoundedCache<Hits>({ maxBytes: hitsBytes, bytesOf: () => countersBytes });
  let nextSweep = now() + sweepEveryMs;

  /** Expired keys are removed during other calls, so that no timer keeps the process alive. */
  function sweep(): void {
    const at = now();
    if (at < nextSweep) return;
    nextSweep = at + sweepEveryMs;
    for (const kept of [entries, hits]) {
      for (const [key, { expiresAt }] of kept.entries()) {
        if (expiresAt <= at) kept.delete(key);
      }
    }
  }

  function find(key: string): string | undefined {
    refuseInTransaction('the key-value store');
    const entry = entries.get(key);
    return entry !== undefined && entry.expiresAt > now() ? entry.value : undefined;
  }

  function store(key: string, value: string, ttlSeconds: number): void {
    refuseInTransaction('the key-value store');
    sweep();
    entries.set(key, { value, expiresAt: now() + ttlSeconds * 1000 });
  }

  function hit(key: string, limit: number, windowSeconds: number): RateVerdict {
    refuseInTransaction('the key-value store');
    sweep();
    const windowMs = windowSeconds * 1000;
    const at = now();
    const window = Math.floor(at / windowMs);
    const kept = hits.get(key);
    const count = {
      previous: countIn(kept, window - 1),
      current: countIn(kept, window),
      elapsedMs: at - window * windowMs,
    };
    const isAllowed = hasRoom(count, limit, windowMs);
    if (isAllowed) {
      count.current += 1;
      const { previous, current } = count;
      hits.set(key, { window, previous, current, expiresAt: (window + 2) * windowMs });
    }
    return verdictOf(count, isAllowed, limit, windowMs);
  }

  return {
    kind: 'memory',
    get: async (key) => find(key),
    set: async (key, value, ttlSeconds) => store(key, value, ttlSeconds),
    setIfAbsent: async (key, value, ttlSeconds) => {
      if (find(key) !== undefined) return false;
      store(key, value, ttlSeconds);
      return true;
    },
    increment: async (key, ttlSeconds) => {
      const count = Number(find(key) ?? 0) + 1;
      store(key, String(count), ttlSeconds);
      return count;
    },
    delete: async (key) => {
      entries.delete(key);
    },
    hit: async (key, limit, windowSeconds) => hit(key, limit, windowSeconds),
    ping: async () => undefined,
    close: async () => {
      entries.clear();
      hits.clear();
    },
  };
}

function countIn(kept: Hits | undefined, window: number): number {
  if (kept === undefined) return 0;
  if (kept.window === window) return kept.current;
  return kept.window === window + 1 ? kept.previous : 0;
}
