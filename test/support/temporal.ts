import { randomBytes } from 'node:crypto';
import { globSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import proto from '@temporalio/proto';
import { searchAttributes } from '../../config/temporal-settings.ts';
import { startChild, type Child } from './child.ts';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';
import { makeScratch } from './scratch.ts';
import { findTool, isExecutable, requireTool } from './tool.ts';

export const temporalMissing =
  'no temporal server: set TEMPORAL_CLI, put temporal on PATH, or run npm start once, which fetches it';

/** A namespace for the workflows of one platform. */
export interface TemporalNamespace {
  address: string;
  namespace: string;
  stop(): Promise<void>;
}

/** A server for tests that break it. */
export interface TemporalServer extends TemporalNamespace {
  /** Kills the server with SIGKILL; the database file stays. */
  kill(): Promise<void>;
  /** Starts the server at the same address with the same database file. */
  restart(): Promise<void>;
  /** Starts an empty server at the same address, as after the loss of its database. */
  restartEmpty(): Promise<void>;
  /** Stops the process with SIGSTOP: connections stay open without answers until `thaw`. */
  freeze(): void;
  thaw(): void;
}

const namespace = 'rookery';
/** One shard polls 20 times a second by default, which would add 50 ms to every step. */
const dynamicConfig = {
  'system.enableActivityEagerExecution': 'true',
  'history.transferProcessorMaxPollRPS': '5000',
  'history.timerProcessorMaxPollRPS': '5000',
  'history.visibilityProcessorMaxPollRPS': '5000',
  'matching.numTaskqueueReadPartitions': '1',
  'matching.numTaskqueueWritePartitions': '1',
  'limit.maxIDLength': '255',
  // a new namespace is usable soon
  'system.namespaceCacheRefreshInterval': '"100ms"',
};
const usableWithinMs = 20_000;

/** TEMPORAL_CLI, else `temporal` on PATH, else the newest one in our cache. */
export async function findTemporal(): Promise<string | undefined> {
  const named = process.env['TEMPORAL_CLI'];
  if (named !== undefined && named !== '') return named;
  return findTool('temporal') ?? newestOf(globSync(join(homedir(), '.cache/rookery/temporal-*/temporal')));
}

/**
 * A dev server with our namespace and search attributes on a free loopback port; `settings`: more dynamic ones.
 * @throws Error if there is no binary
 */
export async function startTemporal(settings: Record<string, string> = {}): Promise<TemporalServer> {
  const binary = requireTool(await findTemporal(), temporalMissing);
  const folder = await makeScratch('rookery-temporal-');
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  const launch = (database: string): Promise<Child> =>
    startChild(binary, serverArguments(port, join(folder, database), settings), {
      isReady: () => assertUsable({ address, namespace }),
    });
  let generation = 0;
  const database = () => `temporal-${generation}.db`;
  let child = await launch(database());
  return {
    address,
    namespace,
    stop: async () => {
      // an orderly end takes a second, and nothing of the server is kept
      await child.stop('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
    kill: () => child.stop('SIGKILL'),
    restart: async () => {
      await child.stop();
      child = await launch(database());
    },
    restartEmpty: async () => {
      await child.stop('SIGKILL');
      generation += 1;
      child = await launch(database());
    },
    freeze: () => process.kill(child.pid, 'SIGSTOP'),
    thaw: () => process.kill(child.pid, 'SIGCONT'),
  };
}

function serverArguments(port: number, database: string, settings: Record<string, string>): string[] {
  const basics = `server start-dev --headless --ip 127.0.0.1 --port ${port} --namespace ${namespace} --log-level error`;
  return [
    ...basics.split(' '),
    '--db-filename',
    database,
    '--sqlite-pragma',
    'journal_mode=WAL',
    ...searchAttributes.flatMap((name) => ['--search-attribute', `${name}=Keyword`]),
    ...Object.entries({ ...dynamicConfig, ...settings }).flatMap(([name, value]) => [
      '--dynamic-config-value',
      `${name}=${value}`,
    ]),
  ];
}

/** A new namespace on a server that others use too; it is never deleted, and ends with the server. */
export async function createNamespace(address: string): Promise<TemporalNamespace> {
  const created = `rookery-${randomBytes(4).toString('hex')}`;
  const connection = await Connection.connect({ address });
  try {
    const { config } = await connection.workflowService.describeNamespace({ namespace });
    await connection.workflowService.registerNamespace({
      namespace: created,
      workflowExecutionRetentionPeriod: config?.workflowExecutionRetentionTtl ?? null,
    });
    await eventually(() => connection.workflowService.describeNamespace({ namespace: created }), {
      withinMs: usableWithinMs,
    });
    const keyword = proto.temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD;
    await connection.operatorService.addSearchAttributes({
      namespace: created,
      searchAttributes: Object.fromEntries(searchAttributes.map((name) => [name, keyword])),
    });
    await eventually(() => assertUsable({ address, namespace: created }), { withinMs: usableWithinMs });
  } finally {
    await connection.close();
  }
  return { address, namespace: created, stop: async () => {} };
}

/** @throws Error until the namespace and every search attribute can be used */
async function assertUsable(place: { address: string; namespace: string }): Promise<void> {
  const connection = await Connection.connect({ address: place.address, connectTimeout: 1_000 });
  try {
    await connection.workflowService.describeNamespace({ namespace: place.namespace });
    const known = await connection.operatorService.listSearchAttributes({ namespace: place.namespace });
    const missing = searchAttributes.filter((name) => !Object.hasOwn(known.customAttributes ?? {}, name));
    if (missing.length > 0) throw new Error(`not registered yet: ${missing.join()}`);
  } finally {
    await connection.close();
  }
}

async function newestOf(paths: string[]): Promise<string | undefined> {
  const dated = await Promise.all(
    paths.filter(isExecutable).map(async (path) => ({ path, at: (await stat(path)).mtimeMs })),
  );
  return dated.sort((a, b) => b.at - a.at)[0]?.path;
}
