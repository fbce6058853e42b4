import { expect, test, vi } from 'vitest';
import { newId } from '../../../store/postgres/ids.ts';
import { sql } from '../../../store/postgres/pool.ts';
import {
  listOvergrown,
  rebuildWideDocument,
  writeWideEntry,
} from '../../../store/postgres/documents/repository-indexes.ts';
import { readWideDocument } from '../../../store/postgres/documents/wide-reads.ts';
import { openRows } from '../../support/rows.ts';

const rows = openRows();

const packages = 1_000;
const entriesOfEach = 50;
const ref = { ecosystem: 'rubygems', path: 'versions' } as const;
const plain = { contentType: 'text/plain', keeps: 'every entry', head: Buffer.from('---\n') } as const;

async function seed(): Promise<string> {
  const { pool } = rows;
  const [user, repository] = [newId(), newId()];
  await pool.query(sql.unsafe`
    insert into users (id, username, username_key, email, email_key, password_hash)
    values (${user}, 'alice', 'alice', 'alice', 'alice', '!')`);
  await pool.query(sql.unsafe`
    insert into repositories (id, name, slug, kind, visibility, owner_user_id)
    values (${repository}, 'alice', 'alice', 'public', 'public', ${user})`);
  await pool.query(sql.unsafe`
    insert into packages (id, repository_id, ecosystem, name, name_key, visibility, readable_releases)
    select gen_random_uuid(), ${repository}, 'rubygems', 'gem-' || number, 'gem-' || number, 'public', 1
    from generate_series(1, ${packages}::int) as number`);
  await pool.query(sql.unsafe`
    insert into documents (ecosystem, path, content_type, etag, next_position)
    values ('rubygems', 'versions', 'text/plain', 'one', ${packages * entriesOfEach + 1})`);
  await pool.query(sql.unsafe`
    insert into document_parts (ecosystem, path, piece, position, package_id, digest, body)
    values ('rubygems', 'versions', 0, 0, null, ''::bytea, convert_to(E'---\n', 'UTF8'))`);
  await pool.query(sql.unsafe`
    insert into document_parts (ecosystem, path, piece, position, package_id, digest, body)
    select 'rubygems', 'versions', 1, row_number() over (), packages.id, ''::bytea,
      convert_to(packages.name || ' ' || version || E'\n', 'UTF8')
    from generate_series(1, ${entriesOfEach}::int) as version cross join packages`);
  // as autovacuum does within a minute after so many rows
  await pool.query(sql.unsafe`analyze`);
  return String(await pool.oneFirst(sql.unsafe`select id from packages where name = 'gem-1'`));
}

const linesOf = async () =>
  String((await readWideDocument(rows.pool, { ...ref, order: 'time' }, { edition: '', position: 0 }))?.body)
    .trimEnd()
    .split('\n');

test('entries are written while a document of 50,000 is made anew, and stand behind what it is made of', async () => {
  const packageId = await seed();
  const done: string[] = [];
  const write = async (version: string) => {
    const entry = { ...plain, packageId, body: Buffer.from(`gem-1 ${version}\n`) };
    await writeWideEntry(rows.pool, { ...ref, repositoryId: null }, entry);
    done.push(version);
  };
  expect(await linesOf()).toHaveLength(1 + packages * entriesOfEach);

  const [early, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const writes = [early.promise.then(() => write('early')), late.promise.then(() => write('late'))];
  let compacted = 0;
  await rebuildWideDocument(rows.pool, ref, {
    head: Buffer.from('+++\n'),
    compact: (entries) => {
      compacted += 1;
      // the rebuild has many more parts to go
      if (compacted === 1) early.resolve();
      if (compacted === packages / 4) late.resolve();
      return entries.at(-1) ?? null;
    },
  });
  done.push('made anew');
  await Promise.all(writes);

  expect(compacted).toBe(packages);
  expect(done).toEqual(['early', 'late', 'made anew']);
  const lines = await linesOf();
  expect(lines).toHaveLength(1 + packages + 2);
  expect(lines[0]).toBe('+++');
  expect(lines.slice(-2)).toEqual(['gem-1 early', 'gem-1 late']);
  expect(lines.filter((line) => line.startsWith('gem-1 '))).toEqual([
    'gem-1 50',
    'gem-1 early',
    'gem-1 late',
  ]);
  const made = lines.slice(1, 1 + packages);
  expect(made.every((line) => line.endsWith(' 50'))).toBe(true);
  expect(new Set(made).size).toBe(packages);

  await write('after');
  expect((await linesOf()).at(-1)).toBe('gem-1 after');
});

test('two that are made anew at once leave one entry of each package', async () => {
  const make = () =>
    rebuildWideDocument(rows.pool, ref, { head: plain.head, compact: (entries) => entries.at(-1) ?? null });

  await Promise.all([make(), make()]);

  const lines = await linesOf();
  expect(lines).toHaveLength(1 + packages);
  expect(lines.filter((line) => line.startsWith('gem-1 '))).toEqual(['gem-1 after']);
});

test('entries are counted only of documents that have grown', async () => {
  const counted = vi.spyOn(rows.pool, 'one');
  const overgrown = () => listOvergrown(rows.pool, { fewest: 100, limit: 5 });

  // the rebuild above left one entry for each package
  expect(await overgrown()).toEqual([]);
  expect(counted).not.toHaveBeenCalled();

  await rows.pool.query(sql.unsafe`
    insert into documents (ecosystem, path, content_type, etag, next_position)
    values ('rubygems', 'other', 'text/plain', 'one', 301)`);
  await rows.pool.query(sql.unsafe`
    insert into document_parts (ecosystem, path, piece, position, package_id, digest, body)
    select 'rubygems', 'other', 1, row_number() over (), chosen.id, ''::bytea, ''::bytea
    from (select packages.id from packages limit 300) as chosen`);
  expect(await overgrown()).toEqual([]);
  expect(await overgrown()).toEqual([]);
  expect(counted).toHaveBeenCalledTimes(1);

  await rows.pool.query(sql.unsafe`
    insert into document_parts (ecosystem, path, piece, position, package_id, digest, body)
    select 'rubygems', 'other', 1, 300 + document_parts.position, document_parts.package_id, ''::bytea, ''::bytea
    from document_parts where document_parts.path = 'other'`);
  await rows.pool.query(sql.unsafe`
    insert into document_parts (ecosystem, path, piece, position, package_id, digest, body)
    select 'rubygems', 'other', 1, 601, document_parts.package_id, ''::bytea, ''::bytea
    from document_parts where document_parts.path = 'other' limit 1`);
  await rows.pool.query(sql.unsafe`update documents set next_position = 602 where path = 'other'`);
  expect(await overgrown()).toEqual([{ ecosystem: 'rubygems', path: 'other' }]);
  expect(counted).toHaveBeenCalledTimes(2);
});

test('a reader is given what came since, nothing where nothing came, and all of another edition', async () => {
  const { pool } = rows;
  const read = (held: { edition: string; position: number }) =>
    readWideDocument(pool, { ...ref, order: 'time' }, held);
  const first = await read({ edition: '', position: 0 });
  if (!first) throw new Error('there is no document');
  const packageId = String(await pool.oneFirst(sql.unsafe`select id from packages where name = 'gem-2'`));

  expect(await read(first)).toEqual({ ...first, body: null });
  for (const version of ['newer', 'newest']) {
    const entry = { ...plain, packageId, body: Buffer.from(`gem-2 ${version}\n`) };
    await writeWideEntry(pool, { ...ref, repositoryId: null }, entry);
  }
  const added = await read(first);
  expect(added).toMatchObject({ edition: first.edition, position: first.position + 2 });
  expect(String(added?.body)).toBe('gem-2 newer\ngem-2 newest\n');
  expect(await read({ ...first, edition: 'another' })).toEqual({
    ...added,
    body: Buffer.concat([first.body ?? Buffer.alloc(0), added?.body ?? Buffer.alloc(0)]),
  });
  // the package is not public any more
  await pool.query(sql.unsafe`update packages set visibility = 'private' where name = 'gem-2'`);
  const without = await read(added ?? first);
  expect(without?.edition).not.toBe(first.edition);
  expect(String(without?.body)).not.toContain('gem-2 ');
});
