import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lintMigrations } from './lint.ts';

const folder = join(import.meta.dirname, '../../migrations');
/** Older files ran before these rules, and never change. */
const first = '0024';

const lint = (...texts: string[]) =>
  lintMigrations(texts.map((text, index) => ({ name: `${index + 1}.sql`, text })));

describe('every migration', () => {
  it('changes a database that is in use without blocking it', async () => {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.sql') && name >= first).toSorted();
    const files = await Promise.all(
      names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })),
    );

    expect(await lintMigrations(files)).toEqual([]);
  });
});

describe('refused', () => {
  it.each([
    ['index', 'create index a on t (x)'],
    ['index', 'create index concurrently if not exists a on t (x)'],
    ['constraint', 'alter table t add constraint c check (x > 0)'],
    ['constraint', 'alter table t add constraint c foreign key (x) references u (id)'],
    ['constraint', 'alter table t add constraint c unique (x)'],
    [
      'constraint',
      'alter table t add constraint c check (x > 0) not valid; alter table t validate constraint c',
    ],
    ['constraint', `alter table t add column x text check (x in ('a'))`],
    ['constraint', `alter table t add column x uuid default '0' references u (id)`],
    ['not-null', 'alter table t alter column x set not null'],
    ['type', 'alter table t alter column x type bigint'],
    ['column', 'alter table t add column x uuid not null default gen_random_uuid()'],
    ['column', 'alter table t add column x timestamptz default clock_timestamp()'],
    ['column', `alter table t add column x text default lower('A' || random()::text)`],
    ['column', 'alter table t add column x text not null'],
    ['column', 'alter table t add column x bigserial'],
    ['column', 'alter table t add column x int generated always as (y + 1) stored'],
    ['update', 'update t set x = 1'],
    ['update', 'update t set x = 1 where x is null'],
    ['update', 'delete from t'],
    ['rename', 'alter table t rename column x to y'],
    ['rename', 'alter table t rename to u'],
    ['lock', 'lock table t'],
    ['lock', 'truncate t'],
    ['hidden', `do $$ begin update t set x = 1; end $$`],
    ['hidden', 'commit'],
  ])('by %s: %s', async (rule, text) => {
    expect(await lint(text)).toEqual([expect.stringContaining(`1.sql: ${rule}: `)]);
  });
});

describe('allowed', () => {
  it.each([
    'create table t (x text not null check (x > 0) references u (id)); create index a on t (x); update t set x = 1',
    '-- no-transaction\ncreate index concurrently if not exists a on t (x);',
    'alter table t add column x text; alter table t add column y boolean not null default false',
    `alter table t add column x jsonb not null default '{}'::jsonb, add column y timestamptz default now()`,
    'alter table t add column x uuid references u (id)',
    'alter table t add constraint c unique using index t_x',
    'alter table t drop column x; drop table u; insert into t values (1)',
    'create function f() returns trigger language plpgsql as $$ begin return null; end $$',
    '-- lint-allow update: a handful of rows\nupdate t set x = 1',
  ])('%s', async (text) => {
    expect(await lint(text)).toEqual([]);
  });

  it('a column becomes not null in three steps', async () => {
    const add = 'alter table t add constraint x_set check (x is not null) not valid';
    const validate = 'alter table t validate constraint x_set';
    const set = 'alter table t alter column x set not null; alter table t drop constraint x_set';

    expect(await lint(add, validate, set)).toEqual([]);
    expect(await lint(add, set)).toHaveLength(1);
  });

  it('nothing by an allowance without a reason, or of another rule', async () => {
    expect(await lint('-- lint-allow update:\nupdate t set x = 1')).toHaveLength(1);
    expect(await lint('-- lint-allow index: small\nupdate t set x = 1')).toHaveLength(1);
  });

  it('no SQL that can not be parsed', async () => {
    await expect(lint('alter tabel t')).rejects.toThrow('syntax error');
  });
});
