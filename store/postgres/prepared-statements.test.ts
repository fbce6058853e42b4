import type { QueryContext } from 'slonik';
import { expect, test } from 'vitest';
import { createPreparing } from './prepared-statements.ts';

function preparing() {
  const { transformQuery } = createPreparing();
  // the context is not used
  return (text: string) => transformQuery?.({} as QueryContext, { sql: text, values: [] }).name;
}

test('a statement is prepared from its third sighting on, always under the same name', () => {
  const nameOf = preparing();

  const names = [1, 2, 3, 4].map(() => nameOf('select 1'));

  expect(names).toEqual([undefined, undefined, expect.stringMatching(/^s_[\w-]{32}$/), names[2]]);
});

test('a name is that of one statement, in every process', () => {
  const [one, two] = [preparing(), preparing()];
  const texts = ['select 1', 'select 2'];
  for (const text of [...texts, ...texts]) one(text);
  for (const text of [...texts, ...texts].toReversed()) two(text);

  const names = texts.map(one);

  expect(new Set(names).size).toBe(2);
  expect(texts.map(two)).toEqual(names);
});

test('endless spellings of lists are not all kept prepared', () => {
  const nameOf = preparing();
  const names = new Set<string | undefined>();

  for (let size = 1; size <= 1_000; size += 1) {
    for (let sighting = 1; sighting <= 3; sighting += 1)
      names.add(nameOf(`select * from t where id in (${size})`));
  }

  expect(names.size).toBeLessThanOrEqual(401);
});
