import { expect, test } from 'vitest';
import { newId } from '../../../store/postgres/ids.ts';
import { migrate } from '../../../store/postgres/migrate.ts';
import { writeWideEntry } from '../../../store/postgres/documents/repository-indexes.ts';
import { readWideDocument } from '../../../store/postgres/documents/wide-reads.ts';
import { sql } from '../../../store/postgres/pool.ts';
import { openRows } from '../../support/rows.ts';

const rows = openRows({ before: '0110' });

test('a list whose next position was taken already gets new projects again', async () => {
  const [user, repository] = [newId(), newId()];
  await rows.pool.query(sql.unsafe`
    insert into users (id, username, username_key, email, email_key, password_hash)
    values (${user}, 'alice', 'alice', 'alice', 'alice', '!')`);
  await rows.pool.query(sql.unsafe`
    insert into repositories (id, name, slug, kind, visibility, owner_user_id)
    values (${repository}, 'alice', 'alice', 'public', 'public', ${user})`);
  const ids = [newId(), newId(), newId(), newId()];
  for (const [index, id] of ids.entries()) {
    await rows.pool.query(sql.unsafe`
      insert into packages (id, repository_id, ecosystem, name, name_key, visibility, readable_releases)
      values (${id}, ${repository}, 'pypi', ${`probe-${index}`}, ${`probe-${index}`}, 'public', 1)`);
  }
  // as if two of three projects were added after the document was written and before its parts were
  await rows.pool.query(sql.unsafe`
    insert into documents (ecosystem, path, repository_id, content_type, etag, next_position)
    values ('pypi', 'projects', null, 'text/plain', 'one', 2), ('pypi', 'r/alice/projects', ${repository}, 'text/plain', 'two', 9)`);
  for (const [index, id] of ids.slice(0, 3).entries()) {
    await rows.pool.query(sql.unsafe`
      insert into document_parts (ecosystem, path, piece, position, package_id, digest, body)
      select 'pypi', path, 1, ${index + 1}, ${id}, ''::bytea, convert_to(${`probe-${index}\n`}, 'UTF8')
      from unnest(array['projects', 'r/alice/projects']) as path`);
  }

  await migrate(rows.url, 'migrations');
  const read = async (path: string) =>
    readWideDocument(rows.pool, { ecosystem: 'pypi', path, order: 'name' }, { edition: '', position: 0 });
  expect([(await read('projects'))?.position, (await read('r/alice/projects'))?.position]).toEqual([3, 8]);
  await writeWideEntry(
    rows.pool,
    { ecosystem: 'pypi', path: 'projects', repositoryId: null },
    {
      packageId: ids[3] ?? '',
      contentType: 'text/plain',
      keeps: 'the latest',
      head: Buffer.alloc(0),
      body: Buffer.from('probe-3\n'),
    },
  );

  expect((await read('projects'))?.body?.toString()).toBe('probe-0\nprobe-1\nprobe-2\nprobe-3\n');
});
