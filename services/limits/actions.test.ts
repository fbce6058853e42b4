import { expect, test } from 'vitest';
import { createMemoryKeyValue } from '../../store/kv/memory.ts';
import { type Action, createActionLimits, type ConsumeLimit } from './actions.ts';

const minute = 60_000;

function start(isOn = true) {
  const clock = { at: 1_800_000_000_000 };
  return { clock, take: createActionLimits(createMemoryKeyValue({ now: () => clock.at }), isOn) };
}

/** The number of allowed actions among `tries` in a row. */
async function passing(take: ConsumeLimit, action: Action, tries: number, userId = 'alice'): Promise<number> {
  let passed = 0;
  for (let at = 0; at < tries; at += 1) {
    passed += await take(action, userId).then(
      () => 1,
      () => 0,
    );
  }
  return passed;
}

test('of tokens twenty in ten minutes, by each person', async () => {
  const { take } = start();

  expect(await passing(take, 'create_token', 59)).toBe(20);
  expect(await passing(take, 'create_token', 59, 'bob')).toBe(20);
});

test('of tokens a hundred a day', async () => {
  const { take, clock } = start();
  let passed = 0;
  for (let round = 0; round < 30; round += 1) {
    passed += await passing(take, 'create_token', 10);
    clock.at += 20 * minute;
  }

  expect(passed).toBe(100);
});

test('a team of ten and its build bring thirty new packages each on their first day', async () => {
  const { take } = start();
  for (const person of ['build', ...Array.from({ length: 10 }, (_, at) => `person ${at}`)]) {
    // with the organization and an npm scope
    expect(await passing(take, 'create_name', 32, person)).toBe(32);
    // one for each ecosystem of `rookery configure`, and one for everything else
    expect(await passing(take, 'create_token', 9, person)).toBe(9);
  }
});

test('of new names forty at once, then twenty every ten minutes', async () => {
  const { take, clock } = start();
  const burst = await passing(take, 'create_name', 400);
  let later = 0;
  for (let passed = 0; passed < 400; passed += 1) {
    clock.at += minute;
    later += await passing(take, 'create_name', 5);
  }

  expect(burst).toBe(40);
  expect(later / 40).toBeGreaterThan(18);
  expect(later / 40).toBeLessThanOrEqual(20);
});

test('the same once more is no second one, unless the first was refused', async () => {
  const { take } = start();
  for (let at = 0; at < 50; at += 1) await take('create_name', 'alice', 'npm:probe');
  expect(await passing(take, 'create_name', 400)).toBe(39);

  for (let at = 0; at < 2; at += 1) {
    await expect(take('create_name', 'alice', 'npm:other')).rejects.toMatchObject({
      code: 'rate_limited',
      meta: { retryAfterSeconds: expect.any(Number) },
    });
  }
});

test('nothing is limited where limits are off', async () => {
  expect(await passing(start(false).take, 'create_token', 500)).toBe(500);
});
