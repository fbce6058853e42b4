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

/** A place for the workflows of one platform. */
export interface TemporalNamespace {
  address: string;
  namespace: string;
  stop(): Promise<void>;
}

/** A server of its own, for tests that break it. */
export interface TemporalServer extends TemporalNamespace {
  /** SIGKILL; the database file stays. */
  kill(): Promise<void>;
  /** Same address, same database file. */
  restart(): Promise<void>;
  /** Same address, nothing in it: as after the loss of its database. */
  restartEmpty(): Promise<void>;
  /** SIGSTOP: connections stay open and nothing is answered until `thaw`. */
  freeze(): void;
  thaw(): void;
}

const namespace = 'rookery';
/** One shard polls 20 times a second by default, which adds 50 ms to every step. */
const dynamicConfig = {
  'system.enableActivityEagerExecution': 'true',
  'history.transferProcessorMaxPollRPS': '5000',
  'history.timerProcessorMaxPollRPS': '5000',
  'history.visibilityProcessorMaxPollRPS': '5000',
  'matching.numTaskqueueReadPartitions': '1',
  'matching.numTaskqueueWritePartitions': '1',
  'limit.maxIDLength': '255',
  // a namespace that was registered a moment ago can be used
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
 * A dev server with our namespace and search attributes on a free loopback port; `settings`: further dynamic ones.
 * @throws Error when there is no binary
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
      // it takes a second for its goodbyes, and nothing of it is kept
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

/** A namespace of its own on a server that others use too; with the server, it goes. */
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

/** The namespace and every search attribute can be used. @throws Error until then */
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
