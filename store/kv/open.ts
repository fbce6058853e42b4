import { createGuardedKeyValue, type GuardedOptions } from './guarded.ts';
import type { KeyValue } from './kv.ts';
import { createMemoryKeyValue } from './memory.ts';
import { createRedisKeyValue } from './redis.ts';

export type KeyValueOptions = { kind: 'memory' } | { kind: 'redis'; url: string };

/** The key-value store of the configuration; with Redis, the memory of this process is the fallback. */
export function createKeyValue(
  options: KeyValueOptions,
  watch: Pick<GuardedOptions, 'onOwn' | 'onChange'> = {},
): KeyValue {
  switch (options.kind) {
    case 'memory':
      return createMemoryKeyValue();
    case 'redis':
      return createGuardedKeyValue({
        ...watch,
        shared: createRedisKeyValue({ url: options.url }),
        own: createMemoryKeyValue(),
      });
    default:
      return options satisfies never;
  }
}
