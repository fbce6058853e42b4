import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { nodeOptions } from '../../../config/node-options.ts';
import { createMigratedDatabase } from '../../support/migrated-database.ts';

const run = promisify(execFile);
const entry = join(import.meta.dirname, '../../../cli/main.ts');

test('migrate takes the address of the database from a file', async () => {
  const database = await createMigratedDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'rookery-migrate-'));
  await writeFile(join(folder, 'database-url'), `${database.url}\n`);
  const { PATH } = process.env;
  const env = { PATH, DATA_DIR: folder, DATABASE_URL_FILE: join(folder, 'database-url') };

  const { stdout } = await run(process.execPath, [...nodeOptions, entry, 'migrate'], { env });

  expect(stdout).toMatch(/^database is at \d{4}-/);
  await rm(folder, { recursive: true });
  await database.stop();
});
