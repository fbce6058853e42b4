import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { dynamicConfig, retentionDays, searchAttributes } from '../../config/temporal-settings.ts';
import type { TemporalBinary } from '../../tools/temporal/binary.ts';
import { writePrivate } from './data-folder.ts';
import type { ServiceSpec } from './service.ts';

const run = promisify(execFile);
const host = '127.0.0.1';
/** The default of the embedded server is one day. */
const retention = `${retentionDays * 24}h`;

export interface TemporalServer {
  dataDir: string;
  binary: TemporalBinary;
  namespace: string;
  port: number;
  uiPort: number;
}

export function temporalArguments({ dataDir, namespace, port, uiPort }: TemporalServer): string[] {
  const values = {
    'db-filename': databaseIn(dataDir),
    namespace,
    ip: host,
    port: String(port),
    'ui-port': String(uiPort),
    'sqlite-pragma': 'journal_mode=WAL',
    'log-level': 'warn',
  };
  return [
    'server',
    'start-dev',
    '--ui-disable-news-fetch',
    ...Object.entries(values).flatMap(([name, value]) => [`--${name}`, value]),
    ...searchAttributes.flatMap((name) => ['--search-attribute', `${name}=Keyword`]),
    ...Object.entries(dynamicConfig).flatMap(([name, value]) => [
      '--dynamic-config-value',
      `${name}=${value}`,
    ]),
  ];
}

const databaseIn = (dataDir: string) => join(dataDir, 'temporal', 'temporal.db');

export function temporalSpec(server: TemporalServer): ServiceSpec {
  return {
    name: 'temporal',
    stopSignal: 'SIGTERM',
    lastSignal: 'SIGKILL',
    stopMs: 15_000,
    isOurs: false,
    shows: (line) => /level=(error|fatal)|^Error|panic/i.test(line),
    launch: async () => ({
      file: server.binary.path,
      args: temporalArguments(server),
      env: process.env,
    }),
  };
}

/**
 * Moves the file of another server version aside, because the embedded server does not migrate it. Nothing is lost:
 * at start the worker restarts the work of unfinished releases.
 */
export function fitDatabase(dataDir: string, server: string, say: (text: string) => void): void {
  mkdirSync(join(dataDir, 'temporal'), { recursive: true, mode: 0o700 });
  const stamp = join(dataDir, 'temporal', 'server-version');
  const before = existsSync(stamp) ? readFileSync(stamp, 'utf8').trim() : 'unknown';
  const database = databaseIn(dataDir);
  if (before !== server && existsSync(database)) {
    const aside = join(dataDir, 'temporal', `temporal-${before}-${Date.now()}.db`);
    for (const part of ['', '-wal', '-shm']) {
      if (existsSync(database + part)) renameSync(database + part, aside + part);
    }
    say(
      `the workflow database is of Temporal ${before}, this is ${server}: kept as ${aside}, starting a new one`,
    );
  }
  writePrivate(stamp, server);
}

/** Whether the server answers for the namespace; also sets the retention. */
export async function isTemporalReady({ binary, namespace, port }: TemporalServer): Promise<boolean> {
  try {
    const args = ['operator', 'namespace', 'update', '--namespace', namespace, '--retention', retention];
    await run(binary.path, [...args, '--address', `${host}:${port}`, '--command-timeout', '3s'], {
      timeout: 5_000,
    });
    return true;
  } catch {
    return false;
  }
}

export const temporalAddress = ({ port }: TemporalServer) => `${host}:${port}`;
export const temporalUiUrl = ({ uiPort }: TemporalServer) => `http://${host}:${uiPort}`;
