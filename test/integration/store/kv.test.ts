import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { keyValueContract } from '../../../store/kv/contract.ts';
import type { KeyValue } from '../../../store/kv/kv.ts';
import { createRedisKeyValue } from '../../../store/kv/redis.ts';
import { redisBinary, redisMissing, startRedis, type RedisServer } from '../../support/redis.ts';
import { isSkipped } from '../../support/tool.ts';

describe.skipIf(isSkipped(redisBinary, redisMissing))('Redis', () => {
  let server: RedisServer;
  const opened: KeyValue[] = [];

  function open(options: Partial<Parameters<typeof createRedisKeyValue>[0]> = {}): KeyValue {
    const store = createRedisKeyValue({ url: server.url, ...options });
    opened.push(store);
    return store;
  }

  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(async () => {
    await Promise.all(opened.map((store) => store.close()));
    await server?.stop();
  });

  keyValueContract((clock) => open({ now: () => clock.at }));

  test('a value leaves by itself after its seconds', async () => {
    const store = open();

    await store.set('brief', 'value', 0.05);

    await expect.poll(() => store.get('brief')).toBeUndefined();
  });

  test('replicas share one count on the clock of the server', async () => {
    const [one, other] = [open(), open()];

    const verdicts = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? one : other).hit('shared', 5, 3_600)),
    );

    expect(verdicts.filter((verdict) => verdict.isAllowed)).toHaveLength(5);
  });

  test('prefixes keep installations apart', async () => {
    await open({ prefix: 'a:' }).set('key', 'of a', 60);

    expect(await open({ prefix: 'b:' }).get('key')).toBeUndefined();
  });

  test('without Redis everything is overloaded, until it is back', async () => {
    const store = open({ timeoutMs: 500 });
    await store.hit('client', 1, 3_600);

    await server.kill();
    await expect(store.hit('client', 1, 3_600)).rejects.toMatchObject({ code: 'overloaded' });
    await expect(store.get('key')).rejects.toMatchObject({ code: 'overloaded' });
    await expect(store.setIfAbsent('key', 'v', 60)).rejects.toMatchObject({ code: 'overloaded' });
    await expect(store.ping()).rejects.toMatchObject({ code: 'overloaded' });
    await server.restart();

    await vi.waitFor(() => store.ping(), { timeout: 10_000 });
    expect((await store.hit('client', 1, 3_600)).isAllowed).toBe(true);
    expect((await store.hit('client', 1, 3_600)).isAllowed).toBe(false);
  });
});
