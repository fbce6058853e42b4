import type { KeyValue } from './kv.ts';
import { createMemoryKeyValue } from './memory.ts';
import { createRedisKeyValue } from './redis.ts';

export type KeyValueOptions = { kind: 'memory' } | { kind: 'redis'; url: string };

/** The store that the configuration chose. `onError` is called when Redis is not available. */
export function createKeyValue(options: KeyValueOptions, onError?: (error: unknown) => void): KeyValue {
  switch (options.kind) {
    case 'memory':
      return createMemoryKeyValue();
    case 'redis':
      return createRedisKeyValue({ url: options.url, ...(onError === undefined ? {} : { onError }) });
    default:
      return options satisfies never;
  }
}
