import { expect, test } from 'vitest';
import { createMemoryKeyValue } from '../../store/kv/memory.ts';
import { createLoginThrottle, freeFailures, longestWaitSeconds } from './login-throttle.ts';

function start() {
  const clock = { at: 1_800_000_000_000 };
  const now = () => clock.at;
  return { clock, throttle: createLoginThrottle(createMemoryKeyValue({ now }), now) };
}

const account = 'alice';
const address = (index: number) => `192.0.2.${index}`;
type Throttle = ReturnType<typeof start>['throttle'];

/** Seconds to wait; 0 when the password is checked. */
async function guess(throttle: Throttle, from: number, name = account): Promise<number> {
  return throttle.begin({ account: name, address: address(from) }).then(
    () => 0,
    (error: { meta: { retryAfterSeconds: number } }) => error.meta.retryAfterSeconds,
  );
}

async function guessMany(throttle: Throttle, count: number): Promise<number[]> {
  const waits = [];
  for (let index = 0; index < count; index += 1) waits.push(await guess(throttle, index % 20));
  return waits;
}

test('of 200 passwords from 20 addresses a few are looked at', async () => {
  const { throttle } = start();

  const waits = await guessMany(throttle, 200);

  expect(waits.filter((wait) => wait === 0)).toHaveLength(freeFailures + 1);
});

test('many at the same moment are no way around', async () => {
  const { throttle } = start();

  const waits = await Promise.all(Array.from({ length: 200 }, (_, index) => guess(throttle, index % 20)));

  expect(waits.filter((wait) => wait === 0)).toHaveLength(freeFailures + 1);
});

test('each failure makes the wait longer, up to a quarter of an hour: no account is locked out', async () => {
  const { throttle, clock } = start();
  await guessMany(throttle, freeFailures);
  const waits = [];
  for (let round = 0; round < 10; round += 1) {
    expect(await guess(throttle, round)).toBe(0);
    const wait = await guess(throttle, round);
    waits.push(wait);
    clock.at += wait * 1_000;
  }

  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, longestWaitSeconds, longestWaitSeconds]);
});

test('an hour without a failure, or the right password, and it begins anew', async () => {
  const { throttle, clock } = start();
  await guessMany(throttle, freeFailures + 1);
  expect(await guess(throttle, 1)).toBeGreaterThan(0);

  clock.at += 3_600_000;
  const afterAnHour = await guessMany(throttle, freeFailures);
  await throttle.succeed({ account, address: address(1) });

  expect(new Set(afterAnHour)).toEqual(new Set([0]));
  expect(new Set(await guessMany(throttle, freeFailures))).toEqual(new Set([0]));
});

test('where the account logged in from, it still can while strangers guess', async () => {
  const { throttle } = start();
  const home = { account: 'Alice', address: '2001:db8:1:2::3' };
  await throttle.begin(home);
  await throttle.succeed(home);
  await guessMany(throttle, 200);

  await expect(throttle.begin({ account, address: '2001:db8:1:2::4' })).resolves.toBeUndefined();
  // and the account has no more attempts there than unknown addresses
  const more = await Promise.allSettled(Array.from({ length: 50 }, () => throttle.begin(home)));
  expect(more.filter(({ status }) => status === 'fulfilled')).toHaveLength(freeFailures);
});

test('who is logged in confirms with the password while strangers guess', async () => {
  const { throttle } = start();
  await guessMany(throttle, 200);

  await expect(
    throttle.begin({ account, address: address(1), confirms: 'the id of alice' }),
  ).resolves.toBeUndefined();
});

test('names are counted apart, also unknown ones', async () => {
  const { throttle } = start();
  await guessMany(throttle, 200);

  for (let index = 0; index < freeFailures; index += 1) expect(await guess(throttle, 1, 'unknown')).toBe(0);
  expect(await guess(throttle, 2, 'UNKNOWN')).toBe(0);
  expect(await guess(throttle, 2, 'unknown')).toBeGreaterThan(0);
});
