/**
 * Counts for limits: data that may be lost, and that each process counts alone while Redis is unavailable (ADR 0090).
 * Two implementations, one contract test.
 */
export interface KeyValue {
  readonly kind: 'memory' | 'redis';
  get(key: string): Promise<string | undefined>;
  /** `ttlSeconds` > 0. */
  set(key: string, value: string, ttlSeconds: number): Promise<void>;
  /** True if the key was free and is now set. */
  setIfAbsent(key: string, value: string, ttlSeconds: number): Promise<boolean>;
  /** Adds one to a number that starts at zero and expires `ttlSeconds` after the last call; `delete` removes it. */
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
