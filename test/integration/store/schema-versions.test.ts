import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../../config/config.ts';
import { createContext } from '../../../config/context.ts';
import { migrate } from '../../../store/postgres/migrate.ts';
import { openPool, type Pool, sql } from '../../../store/postgres/pool.ts';
import { endProcess, renewProcess } from '../../../store/postgres/processes.ts';
import { findSchemaProblem } from '../../../store/postgres/schema.ts';
import { createMigratedDatabase, type MigratedDatabase } from '../../support/migrated-database.ts';

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
const own = { role: 'api', rendererVersion: 5 };

test('steps that remove wait for the end of the versions that read it', async () => {
  const id = randomUUID();
  await renewProcess(pool, { ...own, id, version: '0.2.9' });
  await renewProcess(pool, { ...own, id: randomUUID(), version: '0.3.0' });

  const first = await migrate(database.url, folder);
  expect(first.applied).toEqual(['0301-new.sql', '0303-newer.sql']);
  expect(first.waiting).toEqual([
    { file: '0302-gone.sql', readers: [expect.stringMatching(/^api 0\.2\.9, seen at /)] },
  ]);

  await endProcess(pool, id);
  expect(await migrate(database.url, folder)).toMatchObject({ applied: ['0302-gone.sql'], waiting: [] });
});

test('a killed process is waited for one minute; the operator need not wait', async () => {
  const id = randomUUID();
  await renewProcess(pool, { ...own, id, version: '0.2.0' });
  await add('0304-more.sql', '-- contract 0.3.0\nalter table settings drop column note;');
  expect((await migrate(database.url, folder)).waiting).toHaveLength(2);

  expect((await migrate(database.url, folder, { isForced: true })).applied).toHaveLength(2);
  await add('0305-last.sql', '-- contract 0.3.0\nalter table settings drop column other;');
  await pool.query(sql.typeAlias('void')`update processes set seen_at = now() - interval '61 seconds'`);
  expect((await migrate(database.url, folder)).applied).toEqual(['0305-last.sql']);
});

test('a schema is too old, fits, or is too new', async () => {
  expect(await findSchemaProblem(pool, '0.3.0', folder)).toBe(
    'the database lacks 2 step(s) of the schema, 0301-new.sql first: ' +
      'run "bin/rookery migrate" of version 0.3.0, then start again',
  );
  await renewProcess(pool, { ...own, id: randomUUID(), version: '0.2.0' });
  await migrate(database.url, folder);
  // the older version does not know the new steps, and the newer one does not need the one that waits
  expect(await findSchemaProblem(pool, '0.2.0')).toBeNull();
  expect(await findSchemaProblem(pool, '0.3.0', folder)).toBeNull();

  await migrate(database.url, folder, { isForced: true });
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
  },
);
