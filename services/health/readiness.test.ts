import { expect, test } from 'vitest';
import { type Checks, createReadiness, createServing } from './readiness.ts';

const away = () => Promise.reject(new Error('away'));
const there = async () => {};
const whole: Checks = {
  database: there,
  writes: there,
  schema: async () => [],
  redis: there,
  storage: there,
  search: there,
  temporal: async () => [],
};
const unknown = () => Promise.reject(new Error('unknown'));
const queueWatch = { observe: unknown, served: unknown, backlog: unknown, unserved: async () => [] };

test.each([
  ['all parts are there', {}, [true, true]],
  ['Redis is away: every replica misses it', { redis: away }, [false, true]],
  ['the database is away', { database: away, writes: away }, [false, false]],
  ['the database takes no writes: reads go on', { writes: away }, [false, true]],
  ['storage, search and workflows are away', { storage: away, search: away, temporal: away }, [true, true]],
])('%s', async (_what, parts, expected) => {
  const platform = { checks: { ...whole, ...parts }, queueWatch, isDraining: () => false };

  const [{ isReady }, { isServing }] = await Promise.all([
    createReadiness(platform)(),
    createServing(platform)(),
  ]);

  expect([isReady, isServing]).toEqual(expected);
});

test('a process that was asked to stop is neither ready nor serving, at once', async () => {
  let isDraining = false;
  const platform = { checks: whole, queueWatch, isDraining: () => isDraining };
  const [readiness, serving] = [createReadiness(platform), createServing(platform)];
  await Promise.all([readiness(), serving()]);

  isDraining = true;

  expect((await readiness()).isReady).toBe(false);
  expect(await serving()).toEqual({ isServing: false, database: 'ok', isDraining: true });
});

test('serving does not wait for parts that it does not need', async () => {
  const silent = () => new Promise<void>(() => {});
  const serving = createServing({
    checks: { ...whole, storage: silent, redis: silent } as Checks,
    isDraining: () => false,
  });

  expect((await serving()).isServing).toBe(true);
});

test('a schema of another version is neither ready nor serving, and is said', async () => {
  const schema = async () => ['the database lacks 2 step(s) of the schema'];
  const platform = { checks: { ...whole, schema }, queueWatch, isDraining: () => false };

  expect(await createReadiness(platform)()).toMatchObject({
    isReady: false,
    parts: { database: 'error' },
    degraded: ['the database lacks 2 step(s) of the schema'],
  });
  expect((await createServing(platform)()).isServing).toBe(false);
});

test('what the workflow service lacks makes it unusable, and is said', async () => {
  const temporal = async () => ['Temporal has no namespace rookery: run rookery setup-temporal'];
  const readiness = createReadiness({ checks: { ...whole, temporal }, queueWatch, isDraining: () => false });

  expect(await readiness()).toMatchObject({
    isReady: true,
    parts: { temporal: 'error' },
    degraded: ['Temporal has no namespace rookery: run rookery setup-temporal'],
  });
});
