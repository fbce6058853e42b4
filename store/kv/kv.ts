/**
 * Counts of limits: all that may be lost, and counted by each process alone while Redis is away (ADR 0090). Two implementations,
 * one contract test.
 */
export interface KeyValue {
  readonly kind: 'memory' | 'redis';
  get(key: string): Promise<string | undefined>;
  /** `ttlSeconds` > 0. */
  set(key: string, value: string, ttlSeconds: number): Promise<void>;
  /** True when the key was free and is now ours. */
  setIfAbsent(key: string, value: string, ttlSeconds: number): Promise<boolean>;
  /** Adds one to a number that begins at zero and stays for `ttlSeconds` after each call; `delete` ends it. */
  increment(key: string, ttlSeconds: number): Promise<number>;
  delete(key: string): Promise<void>;
  /**
   * Sliding window: counts this hit against `limit` per `windowSeconds`, weighing the previous window by
   * its overlap. Refused hits are not counted. `resetSeconds` is the time until a slot frees.
   */
  hit(key: string, limit: number, windowSeconds: number): Promise<RateVerdict>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface RateVerdict {
  isAllowed: boolean;
  remaining: number;
  resetSeconds: number;
}
