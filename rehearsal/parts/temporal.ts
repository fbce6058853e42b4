import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Child, startChild } from '../../test/support/child.ts';
import { startTemporal } from '../../test/support/temporal.ts';
import type { Place } from '../relay.ts';
import { type Database, emptyTemporal } from './database.ts';
import { reach } from './reach.ts';

const run = promisify(execFile);
const compose = join(import.meta.dirname, '../../deploy/compose');
const cache = process.env['ROOKERY_CACHE'] ?? join(homedir(), '.cache/rookery');

export interface TemporalServer {
  /** For the report. */
  name: string;
  place: Place;
  kill(): Promise<void>;
  /** Same address, nothing in it: as after the loss of its databases. */
  startEmpty(database: Database): Promise<void>;
  stop(): Promise<void>;
}

/** The server of a deployment where it has been built, else the development server of `npm start`. */
export async function startTemporalServer(
  folder: string,
  secrets: string,
  own: Place,
  database: Place,
): Promise<TemporalServer> {
  const built = globSync(join(cache, 'temporal-server-*')).find((each) => existsSync(join(each, 'schema')));
  return built === undefined ? startDevServer() : startBuilt(built, folder, secrets, own, database);
}

/** Over PostgreSQL, with the files of `deploy/compose` and the addresses of this rehearsal. */
async function startBuilt(
  built: string,
  folder: string,
  secrets: string,
  own: Place,
  database: Place,
): Promise<TemporalServer> {
  await mkdir(join(folder, 'bin'), { recursive: true });
  await symlink(join(built, 'sql'), join(folder, 'bin/temporal-sql-tool'));
  for (const name of ['temporal.yaml', 'temporal-dynamic.yaml', 'temporal-schema.sh']) {
    const text = await readFile(join(compose, name), 'utf8');
    const moved = text
      .replaceAll('/run/secrets', secrets)
      .replaceAll('/etc/temporal/rookery', folder)
      .replaceAll('/etc/temporal/schema', join(built, 'schema'))
      .replaceAll('postgres:5432', `${database.host}:${database.port}`)
      .replace('SQL_HOST=postgres', `SQL_HOST=${database.host}`)
      .replaceAll('0.0.0.0', own.host)
      .replaceAll('127.0.0.1:7233', `${own.host}:${own.port}`);
    await writeFile(join(folder, name), moved);
  }
  let child: Child | undefined;

  async function start(): Promise<void> {
    const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH']}` };
    await run('sh', [join(folder, 'temporal-schema.sh')], { env });
    child = await startChild(join(built, 'server'), ['start'], {
      env: {
        TEMPORAL_SERVER_CONFIG_FILE_PATH: join(folder, 'temporal.yaml'),
        TEMPORAL_ALLOW_NO_AUTH: 'true',
        TEMPORAL_BROADCAST_ADDRESS: own.host,
      },
      isReady: () => reach(own),
    });
  }
  await start();
  return {
    name: 'Temporal on PostgreSQL',
    place: own,
    kill: async () => child?.stop('SIGKILL'),
    stop: async () => child?.stop(),
    async startEmpty(databases) {
      await child?.stop('SIGKILL');
      await emptyTemporal(databases);
      await start();
    },
  };
}

async function startDevServer(): Promise<TemporalServer> {
  const server = await startTemporal();
  const [host = '', port] = server.address.split(':');
  return {
    name: 'the development server of Temporal',
    place: { host, port: Number(port) },
    kill: server.kill,
    stop: server.stop,
    startEmpty: server.restartEmpty,
  };
}
