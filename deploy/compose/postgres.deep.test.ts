import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../store/postgres/migrate.ts';
import { type PostgresServer, startPostgres, urlAs } from '../../test/support/postgres.ts';
import { findTool, isSkipped } from '../../test/support/tool.ts';

const psql = findTool('psql');
const missing = 'psql is not on PATH (Debian: postgresql-client)';

describe.skipIf(isSkipped(psql, missing))('the databases of a deployment', () => {
  let server: PostgresServer;
  let secrets: string;
  beforeAll(async () => {
    server = await startPostgres();
    await makeBare(server);
    secrets = mkdtempSync(join(tmpdir(), 'rookery-secrets-'));
    execFileSync(join(import.meta.dirname, 'make-secrets.sh'), [secrets], { stdio: 'pipe' });
    const env = {
      ...process.env,
      POSTGRES_USER: 'postgres',
      PGHOST: '127.0.0.1',
      PGPORT: String(server.port),
      PGPASSWORD: 'postgres',
      SECRETS: secrets,
    };
    execFileSync('sh', [join(import.meta.dirname, 'postgres.sh')], { env, stdio: 'pipe' });
  });
  afterAll(async () => {
    await server?.stop();
    if (secrets) rmSync(secrets, { recursive: true, force: true });
  });

  /** The address in the secret, with the port of this test. */
  function urlOf(secret: string, database?: string): string {
    const url = new URL(readFileSync(join(secrets, secret), 'utf8'));
    Object.assign(url, { hostname: '127.0.0.1', port: String(server.port) });
    if (database !== undefined) url.pathname = database;
    return url.href;
  }

  it('take every migration from a role that is no superuser, and let the scanner in', async () => {
    const url = urlOf('database_url');
    await migrate(url, 'migrations', { scannerRole: 'rookery_scanner' });
    // every deploy runs this
    await migrate(url, 'migrations', { scannerRole: 'rookery_scanner' });

    expect(await ask(urlOf('scanner_database_url'), 'select count(*)::int as count from releases')).toEqual([
      { count: 0 },
    ]);
    expect(await ask(url, `select rolsuper from pg_roles where rolname like 'rookery%'`)).toEqual([
      { rolsuper: false },
      { rolsuper: false },
    ]);
  });

  it.each(['temporal', 'temporal_visibility', 'postgres'])(
    'keep roles of the platform out of %s',
    async (name) => {
      for (const secret of ['database_url', 'scanner_database_url']) {
        await expect(ask(urlOf(secret, name), 'select 1')).rejects.toThrow(/permission denied for database/);
      }
    },
  );
});

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    return (await client.query(statement)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Resets the server to the initial state of the PostgreSQL image: one superuser, without roles and databases of the
 * platform.
 */
async function makeBare(server: PostgresServer): Promise<void> {
  await server.createRole('postgres');
  await ask(server.url, 'alter role postgres superuser');
  const url = Object.assign(new URL(urlAs('postgres', server.url)), { pathname: 'postgres' }).href;
  await ask(url, 'drop database rookery with (force)');
  await ask(url, 'drop role rookery_scanner');
  await ask(url, 'alter role rookery rename to tests');
}
