import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Child, startChild } from '../child.ts';
import { freePort } from '../free-port.ts';
import { findTool, requireTool } from '../tool.ts';
import { installElasticsearch } from './install.ts';

const run = promisify(execFile);

export interface ElasticServer {
  url: string;
  stop(): Promise<void>;
  /** Kills the server with SIGKILL. */
  kill(): Promise<void>;
  /** Starts the server at the same address with the same indexes. */
  restart(): Promise<void>;
}

/** An account without rights: the server refuses to run as root. */
const powerless = '65534';

/** A start takes four times as long on a busy machine as on a quiet one. */
const readyWithinMs = 180_000;

/**
 * An Elasticsearch without security on a free loopback port. It takes about 15 seconds to start, and twice as long
 * with the full compiler.
 */
export async function startElasticsearch({ compiler = 'quick' } = {}): Promise<ElasticServer> {
  const home = await installElasticsearch();
  const folder = await mkdtemp(join(tmpdir(), 'rookery-elastic-'));
  const [port, transportPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const config = join(folder, 'config');
  await cp(join(home, 'config'), config, { recursive: true });
  await mkdir(join(folder, 'tmp'));
  await writeFile(join(config, 'elasticsearch.yml'), settingsOf(folder, port, transportPort));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await run('chown', ['-R', `${powerless}:${powerless}`, folder]);
  const java = await realpath(requireTool(findTool('java'), 'java is not on PATH'));
  const program = join(home, 'bin/elasticsearch');
  const [command, ...args] = isRoot
    ? ['setpriv', `--reuid=${powerless}`, `--regid=${powerless}`, '--clear-groups', program]
    : [program];
  const env = {
    HOME: folder,
    ES_JAVA_HOME: dirname(dirname(java)),
    ES_PATH_CONF: config,
    ES_TMPDIR: join(folder, 'tmp'),
    ES_JAVA_OPTS: `-Xms512m -Xmx512m${compiler === 'quick' ? ' -XX:TieredStopAtLevel=1' : ''}`,
    // options of the launcher
    CLI_JAVA_OPTS: '-Xmx64m',
  };
  const isReady = async () => {
    const answer = await fetch(`${url}/_cluster/health?wait_for_status=yellow`);
    if (!answer.ok) throw new Error(`status ${answer.status}`);
  };
  const launch = (): Promise<Child> => startChild(command ?? '', args, { env, isReady, readyWithinMs });
  let child = await launch();
  return {
    url,
    stop: async () => {
      await child.stop();
      await rm(folder, { recursive: true, force: true });
    },
    kill: async () => {
      await killServer(child.pid);
      await child.stop('SIGKILL');
    },
    restart: async () => {
      await child.stop();
      child = await launch();
    },
  };
}

/** Kills the launcher's child, which would notice the death of the launcher only later. */
async function killServer(launcher: number): Promise<void> {
  const threads = `/proc/${launcher}/task`;
  for (const thread of await readdir(threads)) {
    const children = await readFile(join(threads, thread, 'children'), 'utf8');
    for (const [pid] of children.matchAll(/\d+/g)) process.kill(Number(pid), 'SIGKILL');
  }
}

function settingsOf(folder: string, port: number, transportPort: number): string {
  const settings = {
    'cluster.name': `rookery-${port}`,
    'node.name': 'one',
    'path.data': join(folder, 'data'),
    'path.logs': join(folder, 'logs'),
    'http.host': '127.0.0.1',
    'http.port': port,
    'transport.host': '127.0.0.1',
    'transport.port': transportPort,
    'discovery.type': 'single-node',
    'xpack.security.enabled': false,
    'action.destructive_requires_name': true,
    'cluster.routing.allocation.disk.threshold_enabled': false,
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
    .join('');
}
