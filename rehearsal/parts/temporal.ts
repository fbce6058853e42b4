import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Child, startChild } from '../../test/support/child.ts';
import { canConnect } from '../../test/support/connect.ts';
import { sha256Hex } from '../../domain/digest.ts';
import { startTemporal } from '../../test/support/temporal.ts';
import { cacheFolder } from '../../tools/temporal/cache.ts';
import type { Place } from '../relay.ts';
import { type Database, emptyTemporal } from './database.ts';

const run = promisify(execFile);
const compose = join(import.meta.dirname, '../../deploy/compose');
const recipe = join(import.meta.dirname, '../../tools/temporal-server/go.sum');

export interface TemporalServer {
  /** Shown in the report. */
  name: string;
  place: Place;
  kill(): Promise<void>;
  /** Starts it at the same address with empty databases, as after their loss. */
  startEmpty(database: Database): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the deployment's server where it has been built, else the development server of `npm start`. */
export async function startTemporalServer(
  folder: string,
  secrets: string,
  own: Place,
  database: Place,
): Promise<TemporalServer> {
  // the folder name of `.ci/deployment`
  const built = cacheFolder(`server-${sha256Hex(readFileSync(recipe)).slice(0, 16)}`, process.env);
  const isBuilt = existsSync(join(built, 'schema'));
  return isBuilt ? startBuilt(built, folder, secrets, own, database) : startDevServer();
}

/** Starts the built server on PostgreSQL, with the files of `deploy/compose` and this rehearsal's addresses. */
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
      isReady: () => canConnect(own.port, own.host),
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
