import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { migrate } from '../../store/postgres/migrate.ts';
import { databasesOf, startPostgres } from './postgres.ts';

/** An empty database with all tables, for one test file. */
export interface MigratedDatabase {
  url: string;
  stop(): Promise<void>;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The port of the server of `test/support/shared-postgres.ts`. */
    postgresPort: number | undefined;
  }
}

export const migratedTemplate = 'migrated';

/** A copy of the database that this run migrated once, or a database on a new server if the run shares none. */
export async function createMigratedDatabase(): Promise<MigratedDatabase> {
  const port = inject('postgresPort');
  if (port === undefined) return startMigrated();
  const databases = databasesOf(port);
  const name = `copy_${randomBytes(6).toString('hex')}`;
  const url = await databases.createDatabase(name, migratedTemplate);
  return { url, stop: () => databases.dropDatabase(name) };
}

async function startMigrated(): Promise<MigratedDatabase> {
  const { url, stop } = await startPostgres();
  await migrate(url, 'migrations');
  return { url, stop };
}
