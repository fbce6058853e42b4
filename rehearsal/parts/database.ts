import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { type PostgresServer, startPostgres } from '../../test/support/postgres.ts';
import { type Standby, startStandby } from '../../test/support/standby.ts';
import { findTool, requireTool } from '../../test/support/tool.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const psqlMissing = 'psql is not on PATH (Debian package postgresql-client)';

export interface Database {
  primary: PostgresServer;
  standby: Standby;
}

/**
 * Starts PostgreSQL with the roles and databases of a deployment's first start, and a synchronous standby. Every
 * commit is synced to disk, as in production.
 */
export async function startDatabase(
  secrets: string,
  keep: (stop: () => Promise<void>) => void,
): Promise<Database> {
  const psql = requireTool(findTool('psql'), psqlMissing);
  const primary = await startPostgres({ superuser: 'postgres', isDurable: true });
  keep(primary.stop);
  const env = {
    ...process.env,
    PATH: `${join(psql, '..')}:${process.env['PATH']}`,
    POSTGRES_USER: primary.superuser,
    PGHOST: '127.0.0.1',
    PGPORT: String(primary.port),
    PGPASSWORD: new URL(primary.urlOf('postgres')).password,
    SECRETS: secrets,
  };
  await run('sh', [join(root, 'deploy/compose/postgres.sh')], { env });
  const database = { primary, standby: await startStandby(primary) };
  // an act may have replaced the standby
  keep(() => database.standby.stop());
  return database;
}

/** Empties Temporal's databases, which are on the same server; Temporal must not run. */
export async function emptyTemporal({ primary }: Database): Promise<void> {
  const client = new Client({ connectionString: primary.urlOf('postgres') });
  await client.connect();
  try {
    for (const name of ['temporal', 'temporal_visibility']) {
      await client.query(`drop database ${name} with (force)`);
      await client.query(`create database ${name} owner temporal`);
    }
  } finally {
    await client.end();
  }
}
