import { beforeAll, expect, it } from 'vitest';
import { newId } from '../../../store/postgres/ids.ts';
import { migrate } from '../../../store/postgres/migrate.ts';
import { sql } from '../../../store/postgres/pool.ts';
import { AnyRow } from '../../support/management.ts';
import { openRows } from '../../support/rows.ts';

const rows = openRows({ before: '0124' });

const [denying, other] = [newId(), newId()];

async function put(id: string, document: object): Promise<void> {
  await rows.pool.query(sql.unsafe`
    insert into policies (id, organization_id, document) values (${id}, ${id}, ${JSON.stringify(document)}::jsonb)
    on conflict (organization_id) do update set document = excluded.document`);
}

const names = async () =>
  (
    await rows.pool.any(sql.type(AnyRow)`
      select policy_id, ecosystem, name_key, versions, reason from denied_names order by name_key desc`)
  ).map((row) => [row['policyId'], row['ecosystem'], row['nameKey'], row['versions'], row['reason']]);

beforeAll(async () => {
  for (const id of [denying, other]) {
    await rows.pool.query(sql.unsafe`
      insert into organizations (id, slug, name) values (${id}, ${id}, ${id})`);
  }
  const entries = [
    { ecosystem: 'npm', name: 'left-pad' },
    { ecosystem: 'composer', name: 'acme/probe', versions: ['1.0.0.0'], reason: 'loses data' },
  ];
  await put(denying, { denied_packages: entries });
  await put(other, { max_bytes: 1 });
  await migrate(rows.url, 'migrations');
});

it('what policies deny is known by name: what was there before, and every change', async () => {
  expect(await names()).toEqual([
    [denying, 'npm', 'left-pad', null, null],
    [denying, 'composer', 'acme/probe', ['1.0.0.0'], 'loses data'],
  ]);

  await put(denying, { denied_packages: [{ ecosystem: 'npm', name: 'right-pad' }] });
  await put(other, { denied_packages: [{ ecosystem: 'npm', name: 'left-pad' }] });
  expect(await names()).toEqual([
    [denying, 'npm', 'right-pad', null, null],
    [other, 'npm', 'left-pad', null, null],
  ]);

  await put(denying, {});
  await rows.pool.query(sql.unsafe`delete from organizations where id = ${other}`);
  expect(await names()).toEqual([]);
});
