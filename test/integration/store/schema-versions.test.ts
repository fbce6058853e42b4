import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../../config/config.ts';
import { createContext } from '../../../config/context.ts';
import { migrate } from '../../../store/postgres/migrate.ts';
import { openPool, type Pool, type Queryable, sql } from '../../../store/postgres/pool.ts';
import { endProcess, findOwner, renewProcess } from '../../../store/postgres/processes.ts';
import { findSchemaProblem } from '../../../store/postgres/schema.ts';
import { createMigratedDatabase, type MigratedDatabase } from '../../support/migrated-database.ts';
import { scannerRole } from '../../support/postgres.ts';

let database: MigratedDatabase;
let pool: Pool;
let folder: string;
beforeEach(async () => {
  database = await createMigratedDatabase();
  pool = await openPool(database.url, 2);
  folder = await mkdtemp(join(tmpdir(), 'rookery-migrations-'));
  await add('0301-new.sql', '-- expand\nalter table settings add column note text;');
  await add('0302-gone.sql', '-- contract 0.3.0\nalter table settings drop column updated_at;');
  await add('0303-newer.sql', '-- expand\nalter table settings add column other text;');
});
afterEach(async () => {
  await pool.end();
  await database.stop();
  await rm(folder, { recursive: true });
});

const add = (file: string, text: string) => writeFile(join(folder, file), text);
const contract = { withContract: true };
const own = { role: 'api', rendererVersion: 5 };

test('steps that remove wait for the end of the versions that read it', async () => {
  const id = randomUUID();
  await renewProcess(pool, { ...own, id, version: '0.2.9' });
  await renewProcess(pool, { ...own, id: randomUUID(), version: '0.3.0' });

  expect((await migrate(database.url, folder)).waiting).toEqual([{ file: '0302-gone.sql', readers: [] }]);
  const first = await migrate(database.url, folder, contract);
  expect(first.applied).toEqual([]);
  expect(first.waiting).toEqual([
    { file: '0302-gone.sql', readers: [expect.stringMatching(/^api 0\.2\.9, seen at /)] },
  ]);

  await endProcess(pool, id);
  expect((await migrate(database.url, folder)).applied).toEqual([]);
  const last = await migrate(database.url, folder, contract);
  expect(last).toMatchObject({ applied: ['0302-gone.sql'], waiting: [] });
});

test('readers of the record of migrations are not locked out when there is nothing to do', async () => {
  await pool.transaction(async (tx) => {
    // the lock that a dump takes
    await tx.query(sql.typeAlias('void')`lock table schema_migrations in access share mode`);
    expect((await migrate(database.url, folder)).applied).toEqual(['0301-new.sql', '0303-newer.sql']);
  });
});

test('a renewal that was under way at the end does not bring a process back', async () => {
  const process = { ...own, id: randomUUID(), version: '0.2.9' };
  await renewProcess(pool, process);
  await endProcess(pool, process.id);
  await renewProcess(pool, process);

  expect((await migrate(database.url, folder, contract)).waiting).toEqual([]);
});

test('the role of the scanner writes rows of scanners alone, and removes none', async () => {
  const as = (statement: (tx: Queryable) => Promise<unknown>) =>
    pool.transaction(async (tx) => {
      await tx.query(sql.unsafe`set local role ${sql.identifier([scannerRole])}`);
      await statement(tx);
    });
  const [worker, scanner] = [randomUUID(), randomUUID()];
  await renewProcess(pool, { ...own, id: worker, role: 'worker', version: '0.3.0' });
  await as((tx) => renewProcess(tx, { ...own, id: scanner, role: 'scanner', version: '0.3.0' }));
  await as((tx) => renewProcess(tx, { ...own, id: scanner, role: 'scanner', version: '0.3.0' }));
  await as((tx) => endProcess(tx, worker));
  expect(await findOwner(pool)).toBe(worker);

  const pretending = { ...own, id: randomUUID(), role: 'worker', version: '9.0.0' };
  await expect(as((tx) => renewProcess(tx, pretending))).rejects.toThrow('row-level security');
  const nameless = { ...pretending, role: 'scanner', version: 'x' };
  await expect(as((tx) => renewProcess(tx, nameless))).rejects.toThrow('violates a check');
  const removing = sql.typeAlias('void')`delete from processes`;
  await expect(as((tx) => tx.query(removing))).rejects.toThrow('permission denied');
});

test('a role without rights is told how it gets them', async () => {
  const problem = await pool.transaction(async (tx) => {
    await tx.query(sql.unsafe`revoke all on processes from ${sql.identifier([scannerRole])}`);
    await tx.query(sql.unsafe`set local role ${sql.identifier([scannerRole])}`);
    return findSchemaProblem(tx, '0.3.0');
  });
  expect(problem).toBe(
    `the role ${scannerRole} has no rights on the schema: run "bin/rookery migrate" of version 0.3.0 ` +
      `with DATABASE_SCANNER_ROLE=${scannerRole}, then start again`,
  );
});

test('a killed process is waited for one minute', async () => {
  await renewProcess(pool, { ...own, id: randomUUID(), version: '0.2.0' });
  expect((await migrate(database.url, folder, contract)).waiting).toHaveLength(1);

  await pool.query(sql.typeAlias('void')`update processes set seen_at = now() - interval '61 seconds'`);
  expect((await migrate(database.url, folder, contract)).applied).toEqual(['0302-gone.sql']);
});

test('an older version that migrates on the way back leaves the rights of the scanner', async () => {
  await pool.query(sql.unsafe`create table newer (id int)`);
  await pool.query(sql.unsafe`grant select on newer to ${sql.identifier([scannerRole])}`);
  const isGranted = () =>
    pool.oneFirst(sql.type(z.object({ has: z.boolean() }))`
      select has_table_privilege(${scannerRole}, 'newer', 'select') as has`);

  expect((await migrate(database.url, folder, { scannerRole })).isOlder).toBe(true);
  expect(await isGranted()).toBe(true);
  await pool.query(sql.typeAlias('void')`delete from schema_migrations where version like '03%'`);
  expect((await migrate(database.url, 'migrations', { scannerRole })).isOlder).toBe(false);
  expect(await isGranted()).toBe(false);
});

test('a schema is too old, fits, or is too new', async () => {
  expect(await findSchemaProblem(pool, '0.3.0', folder)).toBe(
    'the database lacks 2 step(s) of the schema, 0301-new.sql first: ' +
      'run "bin/rookery migrate" of version 0.3.0, then start again',
  );
  await migrate(database.url, folder);
  // the older version ignores the new steps, and the newer one does not need the waiting step
  expect(await findSchemaProblem(pool, '0.2.0')).toBeNull();
  expect(await findSchemaProblem(pool, '0.3.0', folder)).toBeNull();

  await migrate(database.url, folder, contract);
  expect(await findSchemaProblem(pool, '0.3.0', folder)).toBeNull();
  expect(await findSchemaProblem(pool, '0.10.0', folder)).toBeNull();
  expect(await findSchemaProblem(pool, '0.2.0')).toMatch(
    /^the database no longer has what version 0\.2\.0 reads: start version 0\.3\.0 or a newer one/,
  );
});

test.each(['api', 'worker', 'scanner', 'engine'] as const)(
  'the start of %s refuses such a schema, with the sentence',
  async (role) => {
    const environment = {
      DATABASE_URL: database.url,
      TEMPORAL_ADDRESS: '127.0.0.1:9',
      DATA_DIR: folder,
      WEBHOOK_KEY: 'x'.repeat(32),
      JWT_SECRET: 'x'.repeat(32),
    };
    const config = readConfig(environment, role);
    await (await createContext(config, role))[Symbol.asyncDispose]();
    await pool.query(sql.typeAlias('void')`
    update schema_migrations set needs_version = '99.0.0' where schema_migrations.version like '0209-%'`);

    await expect(createContext(config, role)).rejects.toThrow('start version 99.0.0 or a newer one');

    // a contract step between the check and the registration of the process, which the process missed
    await pool.query(sql.typeAlias('void')`update schema_migrations set needs_version = null`);
    await pool.query(sql.unsafe`create function contract() returns trigger language plpgsql security definer as $$ begin
      update schema_migrations set needs_version = '99.0.0' where version like '0209-%'; return null; end $$`);
    await pool.query(
      sql.unsafe`create trigger contract after insert on processes execute function contract()`,
    );
    await expect(createContext(config, role)).rejects.toThrow('start version 99.0.0 or a newer one');
  },
);
