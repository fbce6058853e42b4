import { describe, expect, it } from 'vitest';
import { readUnwrapped } from './unwrapped-migration.ts';

const read = (text: string) => readUnwrapped('0099-x.sql', text);

describe('a migration without a transaction', () => {
  it('builds one index, whatever is said around it', () => {
    const text =
      '-- no-transaction\n-- Lists are read; newest first.\ncreate unique index concurrently if not exists games_x\n  on games (a, b) where b is not null;\n';

    expect(read(text)).toEqual({
      statement: 'create unique index concurrently if not exists games_x on games (a, b) where b is not null',
      index: 'games_x',
    });
  });

  it('or drops one', () => {
    expect(read('-- no-transaction\ndrop index concurrently if exists games_x;')?.index).toBe('games_x');
  });

  it.each([
    ['a second statement', 'create index concurrently if not exists a on t (x); select 1;'],
    ['a build that can not be run twice', 'create index concurrently a on t (x);'],
    ['a build that locks', 'create index if not exists a on t (x);'],
    ['an index without a name', 'create index concurrently on t (x);'],
    ['anything else', 'update t set x = 1;'],
    ['nothing', ''],
  ])('is refused with %s', (_what, statement) => {
    expect(() => read(`-- no-transaction\n${statement}`)).toThrow('0099-x.sql is marked');
  });

  it('has its mark in the first line', () => {
    expect(read('create table t (x text);\n-- no-transaction\n')).toBeNull();
  });
});
