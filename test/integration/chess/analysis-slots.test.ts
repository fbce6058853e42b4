import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import {
  countAnalysisSlots,
  freeAnalysisSlot,
  takeAnalysisSlot,
} from '../../../store/postgres/chess/analysis-slots.ts';
import { sql } from '../../../store/postgres/pool.ts';
import { openRows } from '../../support/rows.ts';

const rows = openRows();

beforeEach(() => rows.pool.query(sql.typeAlias('void')`delete from analysis_slots`));

const take = (maximum: number, seconds = 60) =>
  takeAnalysisSlot(rows.pool, { holder: randomUUID(), maximum, seconds });

async function takeOrFail(maximum: number, seconds?: number) {
  const slot = await take(maximum, seconds);
  if (!slot) throw new Error('no slot was free');
  return slot;
}

test('of many who ask at once, as many as there are slots get one each', async () => {
  const taken = await Promise.all(Array.from({ length: 8 }, () => take(3)));

  const slots = taken.filter((slot) => slot !== null).map(({ slot }) => slot);
  expect(slots.toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
  expect(await countAnalysisSlots(rows.pool)).toBe(3);
});

test('a slot that was freed can be taken again', async () => {
  const first = await takeOrFail(1);
  expect(await take(1)).toBeNull();

  await freeAnalysisSlot(rows.pool, first);

  expect(await takeOrFail(1)).toMatchObject({ slot: 1 });
});

test('the slot of a holder that died comes back', async () => {
  await takeOrFail(1, 0);

  expect(await countAnalysisSlots(rows.pool)).toBe(0);
  expect(await takeOrFail(1)).toMatchObject({ slot: 1 });
});

test('a holder that comes back late frees nothing of the next one', async () => {
  const late = await takeOrFail(1, 0);
  await takeOrFail(1);

  await freeAnalysisSlot(rows.pool, late);

  expect(await take(1)).toBeNull();
});

test('a smaller number of slots applies at once, a larger one as well', async () => {
  await Promise.all([takeOrFail(3), takeOrFail(3), takeOrFail(3)]);

  expect(await take(2)).toBeNull();
  expect(await take(4)).toMatchObject({ slot: 4 });
});
