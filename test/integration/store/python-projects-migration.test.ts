import { expect, test } from 'vitest';
import { newId } from '../../../store/postgres/ids.ts';
import { migrate } from '../../../store/postgres/migrate.ts';
import { readWideDocument } from '../../../store/postgres/documents/wide-reads.ts';
import { sql } from '../../../store/postgres/pool.ts';
import { openRows } from '../../support/rows.ts';

const rows = openRows({ before: '0086' });

test('Python projects that were there before their list are in it, for those who see them', async () => {
  const [user, repository] = [newId(), newId()];
  await rows.pool.query(sql.unsafe`
    insert into users (id, username, username_key, email, email_key, password_hash)
    values (${user}, 'alice', 'alice', 'alice', 'alice', '!')`);
  await rows.pool.query(sql.unsafe`
    insert into repositories (id, name, slug, kind, visibility, owner_user_id)
    values (${repository}, 'alice', 'alice', 'public', 'public', ${user})`);
  await rows.pool.query(sql.unsafe`
    insert into packages (id, repository_id, ecosystem, name, name_key, visibility, readable_releases)
    select gen_random_uuid(), ${repository}, ecosystem, 'Probe_' || n, 'probe-' || n,
      case when n = 2 then 'private' else 'public' end, case when n = 3 then 0 else 1 end
    from generate_series(1, 1500) as n, unnest(array['pypi', 'cargo']) as ecosystem`);

  await migrate(rows.url, 'migrations');
  const read = async (path: string) => {
    const ref = { ecosystem: 'pypi', path, order: 'name' } as const;
    const found = await readWideDocument(rows.pool, ref, { edition: '', position: 0 });
    return found?.body?.toString('utf8').split('\n') ?? [];
  };
  const [shared, own] = [await read('projects'), await read('r/alice/projects')];

  expect(shared.slice(0, 3)).toEqual(['Probe_1', 'Probe_10', 'Probe_100']);
  expect([shared.length, own.length]).toEqual([1_499, 1_499]);
  expect(shared).not.toContain('Probe_2');
  expect(shared).not.toContain('Probe_3');
});
