import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Place } from '../relay.ts';
import { type Child, startChild } from '../../test/support/child.ts';
import { requireTool } from '../../test/support/tool.ts';
import { reach } from './reach.ts';

const run = promisify(execFile);
const compose = join(import.meta.dirname, '../../deploy/compose');
const cache = process.env['ROOKERY_CACHE'] ?? join(homedir(), '.cache/rookery');
const missing = `the server of Temporal is not in ${cache}: .ci/deployment builds it from tools/temporal-server (Go, some minutes)`;

export interface TemporalServer {
  kill(): Promise<void>;
  /** Same address; the schema is made where its databases are empty. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The server of a deployment over PostgreSQL, with the files of `deploy/compose` and the addresses of this rehearsal. */
export async function startTemporalServer(
  folder: string,
  secrets: string,
  own: Place,
  database: Place,
): Promise<TemporalServer> {
  const built = requireTool(findBuild(), missing);
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
    start,
    kill: async () => child?.stop('SIGKILL'),
    stop: async () => child?.stop(),
  };
}

function findBuild(): string | undefined {
  return globSync(join(cache, 'temporal-server-*')).find((folder) => existsSync(join(folder, 'schema')));
}
