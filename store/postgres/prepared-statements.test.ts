import type { QueryContext } from 'slonik';
import { expect, test } from 'vitest';
import { createPreparing } from './prepared-statements.ts';

function preparing() {
  const { transformQuery } = createPreparing();
  // the context is not looked at
  return (text: string) => transformQuery?.({} as QueryContext, { sql: text, values: [] }).name;
}

test('a statement is prepared from its third sighting on, always under the same name', () => {
  const nameOf = preparing();

  const names = [1, 2, 3, 4].map(() => nameOf('select 1'));

  expect(names).toEqual([undefined, undefined, 's1', 's1']);
});

test('different statements never share a name', () => {
  const nameOf = preparing();
  const texts = ['select 1', 'select 2'];
  for (const text of [...texts, ...texts]) nameOf(text);

  const names = texts.map(nameOf);

  expect(new Set(names).size).toBe(2);
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
