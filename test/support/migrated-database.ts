import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { migrate } from '../../store/postgres/migrate.ts';
import { databasesOf, startPostgres } from './postgres.ts';

/** A database that only one test file uses, with every table and no row. */
export interface MigratedDatabase {
  url: string;
  stop(): Promise<void>;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Where `test/support/shared-postgres.ts` listens. */
    postgresPort: number | undefined;
  }
}

export const migratedTemplate = 'migrated';

/** A copy of the database that this run migrated once; a server of its own where there is none to share. */
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
