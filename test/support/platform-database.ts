import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { migrate } from '../../store/postgres/migrate.ts';
import { migratedTemplate } from './migrated-database.ts';
import { databasesOf, type PostgresServer, scannerRole, startPostgres } from './postgres.ts';

/** A migrated database of one platform. */
export interface PlatformDatabase {
  url: string;
  server: PostgresServer;
  stop(): Promise<void>;
}

export interface DatabaseOptions {
  isDurable?: boolean;
  postgresFlags?: Record<string, string>;
  ownPostgres?: boolean;
}

/** On the shared server of the run if there is one and no option needs another; otherwise on a new one. */
export async function startPlatformDatabase(options: DatabaseOptions): Promise<PlatformDatabase> {
  const port = Object.keys(options).length === 0 ? sharedPort() : undefined;
  const name = `platform_${randomBytes(4).toString('hex')}`;
  if (port === undefined) {
    const server = await startPostgres(options);
    const url = await server.createDatabase(name);
    await migrate(url, 'migrations', { scannerRole });
    return { url, server, stop: server.stop };
  }
  const databases = databasesOf(port);
  const url = await databases.createDatabase(name, migratedTemplate);
  const server = { ...databases, url, port, stop: refuse, kill: refuse, restart: refuse };
  return { url, server, stop: () => databases.dropDatabase(name) };
}

/** The set-up of the run is not a test and has no provided values. */
function sharedPort(): number | undefined {
  try {
    return inject('postgresPort');
  } catch {
    return undefined;
  }
}

async function refuse(): Promise<void> {
  throw new Error('other tests use this server too: ask for one with `ownPostgres`');
}
