import { expect, test } from 'vitest';
import { isOutage } from './outage.ts';
import { createSlots } from './slots.ts';

test('the one that has waited longest is next', async () => {
  const slots = createSlots(1, 10_000);
  const order: string[] = [];
  await slots.take();
  const first = slots.take().then(() => order.push('first'));
  const second = slots.take().then(() => order.push('second'));
  expect(slots.waiting).toBe(2);

  slots.give();
  await first;
  expect(order).toEqual(['first']);
  slots.give();
  await second;

  expect(order).toEqual(['first', 'second']);
  expect(slots.waiting).toBe(0);
});

test('a wait ends as an outage, and takes nothing from those after it', async () => {
  const slots = createSlots(1, 5);
  await slots.take();

  const error: unknown = await slots.take().catch((refusal: unknown) => refusal);

  expect(isOutage(error)).toBe(true);
  slots.give();
  await slots.take();
});
