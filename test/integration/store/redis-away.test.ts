import { setTimeout } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { registerSharedStoreBudget } from '../../../api/plugins/shared-store-budget.ts';
import { createGuardedKeyValue } from '../../../store/kv/guarded.ts';
import type { KeyValue } from '../../../store/kv/kv.ts';
import { createMemoryKeyValue } from '../../../store/kv/memory.ts';
import { createKeyValue } from '../../../store/kv/open.ts';
import { createRedisKeyValue } from '../../../store/kv/redis.ts';
import { redisBinary, redisMissing, type RedisServer, startRedis } from '../../support/redis.ts';
import { type SilentProxy, startSilentProxy } from '../../support/silent-proxy.ts';
import { isSkipped } from '../../support/tool.ts';

/** The added time of a request, and room for a machine that runs other tests; without the limit it is 600 ms. */
const mostMs = 50 + 300;
/** Time for events that arrive without a request. */
const waiting = { timeout: 10_000 };

describe.skipIf(isSkipped(redisBinary, redisMissing))('while Redis is away', () => {
  let server: RedisServer;
  let proxy: SilentProxy;
  let store: KeyValue;
  const seen: string[] = [];
  beforeEach(async () => {
    server = await startRedis();
    proxy = await startSilentProxy(server.url);
    seen.length = 0;
    store = createKeyValue(
      { kind: 'redis', url: proxy.url },
      { onOwn: () => seen.push('own'), onChange: ({ isAway }) => seen.push(isAway ? 'away' : 'back') },
    );
    await vi.waitFor(() => store.hit('warm', 10, 60).then(() => store.ping()), waiting);
    seen.length = 0;
  });
  afterEach(async () => {
    await store.close();
    await proxy.close();
    await server.stop();
  });

  /** The time of as many sequential calls as a log-in makes. */
  async function timeOfLogin(): Promise<number> {
    const started = performance.now();
    for (let call = 0; call < 5; call += 1) {
      await store.hit('login', 5, 3_600);
      await store.get('gate');
      await store.increment('failures', 60);
    }
    return performance.now() - started;
  }

  test.each([
    ['says nothing', () => Promise.resolve(proxy.silence())],
    ['is dead', () => server.kill()],
  ])('a request waits for it once, and the limit holds in this process: it %s', async (_how, leave) => {
    await leave();

    expect(await timeOfLogin()).toBeLessThan(mostMs);
    expect(await timeOfLogin()).toBeLessThan(mostMs);
    expect((await store.hit('login', 5, 3_600)).isAllowed).toBe(false);
    expect(seen.filter((what) => what !== 'own')).toEqual(['away']);
    await expect(store.ping()).rejects.toThrow('away');
  });

  test('its return ends that without a request that waits', async () => {
    await server.kill();
    await store.hit('client', 1, 3_600);
    await server.restart();

    await vi.waitFor(() => expect(seen.at(-1)).toBe('back'), waiting);

    // on a busy machine one more answer can be late
    await vi.waitFor(async () => {
      seen.length = 0;
      await store.get('gate');
      expect(seen).toEqual([]);
    }, waiting);
    await store.ping();
  });

  test('what a caller has given up is not done after its return', async () => {
    await server.kill();
    await store.hit('client', 1, 3_600);
    await server.restart();
    await vi.waitFor(() => expect(seen.at(-1)).toBe('back'), waiting);

    const redis = createRedisKeyValue({ url: server.url });
    expect((await redis.hit('client', 1, 3_600)).isAllowed).toBe(true);
    expect((await redis.hit('client', 1, 3_600)).isAllowed).toBe(false);
    await redis.close();
  });

  test('all calls of one request together wait no longer for one that is slow', async () => {
    const redis = createRedisKeyValue({ url: server.url });
    const slow: KeyValue = { ...redis, get: (key) => setTimeout(20).then(() => redis.get(key)) };
    const guarded = createGuardedKeyValue({ shared: slow, own: createMemoryKeyValue() });
    await using app = Fastify();
    registerSharedStoreBudget(app);
    app.post('/', async () => {
      const started = performance.now();
      for (let call = 0; call < 40; call += 1) await guarded.get('key');
      return performance.now() - started;
    });

    const { body } = await app.inject({ method: 'POST', url: '/', payload: { a: 1 } });

    expect(Number(body)).toBeLessThan(mostMs);
    await guarded.close();
  });
});
