import type { TestProject } from 'vitest/node';
import { migrate } from '../../store/postgres/migrate.ts';
import { migratedTemplate } from './migrated-database.ts';
import { scannerRole, startPostgres } from './postgres.ts';

/** One server for all files that need only a database: each gets a copy of the migrated one. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  await migrate(await server.createDatabase(migratedTemplate), 'migrations', { scannerRole });
  project.provide('postgresPort', server.port);
  return server.stop;
}
