import { beforeAll, expect, it } from 'vitest';
import { hostedPackage } from '../../../domain/package-address.ts';
import { newId } from '../../../store/postgres/ids.ts';
import { migrate } from '../../../store/postgres/migrate.ts';
import { listAccessFacts } from '../../../store/postgres/packages/package-listing.ts';
import { findPackage, insertPackage, lockPackageAt } from '../../../store/postgres/packages/packages.ts';
import { sql } from '../../../store/postgres/pool.ts';
import { openRows } from '../../support/rows.ts';

const rows = openRows({ before: '0190' });
const [organizationId, repositoryId, earlier] = [newId(), newId(), newId()];
const origin = 'https://registry.example';

const insert = (address: ReturnType<typeof hostedPackage>) =>
  insertPackage(rows.pool, {
    id: newId(),
    repositoryId,
    address,
    name: address.nameKey,
    visibility: 'public',
    isKept: true,
  });

beforeAll(async () => {
  await rows.pool.query(sql.unsafe`
    insert into organizations (id, slug, name) values (${organizationId}, 'probe', 'probe')`);
  await rows.pool.query(sql.unsafe`
    insert into repositories (id, slug, name, kind, visibility, owner_org_id)
    values (${repositoryId}, 'probe', 'probe', 'public', 'public', ${organizationId})`);
  await rows.pool.query(sql.unsafe`
    insert into packages (id, repository_id, ecosystem, name, name_key, visibility)
    values (${earlier}, ${repositoryId}, 'npm', 'left-pad', 'left-pad', 'public')`);
  await migrate(rows.url, 'migrations');
});

it('a package of before is hosted here, and a copy of the same name is another package', async () => {
  const hosted = hostedPackage('npm', 'left-pad');
  expect((await findPackage(rows.pool, hosted))?.id).toBe(earlier);

  const copy = await insert({ ...hosted, origin });

  expect(copy?.id).not.toBe(earlier);
  expect((await findPackage(rows.pool, hosted))?.id).toBe(earlier);
  expect((await findPackage(rows.pool, { ...hosted, origin }))?.id).toBe(copy?.id);
  expect((await lockPackageAt(rows.pool, { ...hosted, origin }))?.id).toBe(copy?.id);
  const facts = await listAccessFacts(rows.pool, 'npm', ['left-pad']);
  expect(facts.map(({ packageId }) => packageId)).toEqual([earlier]);
});

it('an address belongs to one package', async () => {
  const hosted = hostedPackage('npm', 'right-pad');

  expect(await insert(hosted)).not.toBeNull();
  expect(await insert(hosted)).toBeNull();
  expect(await insert({ ...hosted, origin })).not.toBeNull();
  expect(await insert({ ...hosted, origin })).toBeNull();
});
