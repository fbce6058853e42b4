import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Child, startChild } from '../../test/support/child.ts';
import { freePort } from '../../test/support/free-port.ts';
import { type PostgresServer, startPostgres } from '../../test/support/postgres.ts';
import { isSkipped } from '../../test/support/tool.ts';

const root = join(import.meta.dirname, '../..');
const built = process.env['TEMPORAL_SERVER'];
const missing = 'TEMPORAL_SERVER does not name the server of Temporal: .ci/deployment builds it';

describe.skipIf(isSkipped(built, missing))('Temporal on PostgreSQL', () => {
  let folder: string;
  let database: PostgresServer;
  let server: Child;
  let port: number;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rookery-temporal-'));
    database = await startPostgres();
    await makeDatabases(database);
    await mkdir(join(folder, 'bin'));
    await symlink(join(built ?? '', 'sql'), join(folder, 'bin', 'temporal-sql-tool'));
    await writeFile(join(folder, 'temporal_database_password'), 'temporal');
    port = await freePort();
    for (const name of ['temporal.yaml', 'temporal-dynamic.yaml', 'temporal-schema.sh']) {
      await writeFile(join(folder, name), await settled(name));
    }
    const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH']}` };
    // every deploy runs this
    for (let time = 0; time < 2; time += 1) {
      execFileSync('sh', [join(folder, 'temporal-schema.sh')], { env, stdio: 'pipe' });
    }
    server = await startChild(join(built ?? '', 'server'), ['start'], {
      env: {
        TEMPORAL_SERVER_CONFIG_FILE_PATH: join(folder, 'temporal.yaml'),
        TEMPORAL_ALLOW_NO_AUTH: 'true',
        TEMPORAL_BROADCAST_ADDRESS: '127.0.0.1',
      },
      isReady: () => reach(port),
    });
  });
  afterAll(async () => {
    await server?.stop();
    await database?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** A file of the deployment, with this test's folders and ports. */
  async function settled(name: string): Promise<string> {
    const text = readFileSync(join(import.meta.dirname, name), 'utf8')
      .replaceAll('/run/secrets', folder)
      .replaceAll('/etc/temporal/rookery', folder)
      .replaceAll('/etc/temporal/schema', join(built ?? '', 'schema'))
      .replaceAll('postgres:5432', `127.0.0.1:${database.port}`)
      .replace('SQL_HOST=postgres SQL_PORT=5432', `SQL_HOST=127.0.0.1 SQL_PORT=${database.port}`)
      .replaceAll('7233', String(port));
    const others = [...new Set(text.match(/(?<=Port: |0\.0\.0\.0:)(?:69|72|90)\d\d/g))];
    const ports = await Promise.all(others.map(() => freePort()));
    return others.reduce((changed, other, at) => changed.replaceAll(other, String(ports[at])), text);
  }

  it('takes what our workflows need, with the files of the deployment', () => {
    const said = execFileSync(join(root, 'bin/rookery'), ['setup-temporal'], {
      env: { ...process.env, TEMPORAL_ADDRESS: `127.0.0.1:${port}` },
      encoding: 'utf8',
    });
    expect(said).toContain('has what the namespace rookery needs');
  });
});

async function makeDatabases(server: PostgresServer): Promise<void> {
  await server.createRole('temporal');
  const client = new Client({ connectionString: server.url });
  await client.connect();
  for (const name of ['temporal', 'temporal_visibility']) {
    await client.query(`create database ${name} owner temporal`);
  }
  await client.end();
}

function reach(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.end();
      resolve();
    });
    socket.once('error', reject);
  });
}
