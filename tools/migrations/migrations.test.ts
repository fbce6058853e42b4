import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { firstMarked, listMigrations, neededVersionOf } from '../../store/postgres/migration-files.ts';
import { lintMigrations } from './lint.ts';

const folder = join(import.meta.dirname, '../../migrations');
/** Older files ran before these rules, and never change. */
const first = '0024';

const marked = (text: string, mark = 'expand') => text.replace(/^(?:-- no-transaction\n)?/, `$&-- ${mark}\n`);
const lint = (...texts: string[]) =>
  lintMigrations(texts.map((text, index) => ({ name: `030${index + 1}.sql`, text: marked(text) })));

describe('every migration', () => {
  it('changes a database that is in use without blocking it', async () => {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.sql') && name >= first).toSorted();
    const files = await Promise.all(
      names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })),
    );

    expect(await lintMigrations(files)).toEqual([]);
  });

  it('are for versions of three numbers: the database compares them as such, and takes no release candidate', () => {
    expect(manifest.version).toMatch(/^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}$/);
  });

  it('that removes something waits for versions that write their presence', async () => {
    const files = (await listMigrations(folder)).filter((file) => file >= firstMarked);
    const needed = await Promise.all(files.map((file) => neededVersionOf(folder, file)));

    for (const version of needed.filter((it) => it !== null)) {
      // versions up to 0.1 do not report that they are alive
      expect(isBefore('0.2.0', version)).toBe(true);
      expect(isBefore(manifest.version, version)).toBe(false);
    }
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
    ['removal', 'drop table t'],
    ['removal', 'alter table t drop column x'],
    ['removal', 'drop function f()'],
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
    'insert into t values (1); drop trigger a on t; drop index i',
    'create function f() returns trigger language plpgsql as $$ begin return null; end $$',
    '-- lint-allow update: a handful of rows\nupdate t set x = 1',
  ])('%s', async (text) => {
    expect(await lint(text)).toEqual([]);
  });

  it('a contract step removes', async () => {
    const text = marked('alter table t drop column x; drop table u', 'contract 0.3.0');

    expect(await lintMigrations([{ name: '0301.sql', text }])).toEqual([]);
  });

  it.each([
    ['no mark', 'create table t (x text)'],
    ['a mark below the statements', 'create table t (x text);\n-- expand\n'],
    ['two marks', '-- expand\n-- contract 0.3.0\ncreate table t (x text)'],
    ['no version', '-- contract\ndrop table t'],
  ])('%s is no mark', async (_what, text) => {
    await expect(lintMigrations([{ name: '0301.sql', text }])).rejects.toThrow('needs one mark');
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

/** Compares versions like 0.2.0. */
function isBefore(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { numeric: true }) < 0;
}
