import { once } from 'node:events';
import { createServer } from 'node:net';
import { Client, type Connection } from '@temporalio/client';
import { type MetricsExporterConfig, NativeConnection, Runtime } from '@temporalio/worker';
import type { Config } from '../config/config.ts';
import type { Logger } from '../config/logging.ts';
import { workflowClient, workflowService } from '../config/workflow-channel.ts';
import { openConnection } from '../config/workflow-connection.ts';

let isInstalled = false;
const portAttempts = 5;
const metricsWithinMs = 2_000;

/**
 * Sends the log lines of the SDK and its native part to our log. Call it before any connection; roles that share a
 * process share the first installation. Returns a reader of the SDK's own metrics: pollers, slots, latencies.
 */
export async function installRuntime(
  log: Logger,
  { role, hasMetrics }: { role: string; hasMetrics: boolean },
): Promise<() => Promise<string>> {
  if (isInstalled) return async () => '';
  isInstalled = true;
  const bindAddress = hasMetrics ? await installWithMetrics(log, role) : undefined;
  if (!hasMetrics) install(log);
  const readMetrics = (address: string) =>
    fetch(`http://${address}/metrics`, { signal: AbortSignal.timeout(metricsWithinMs) }).then((it) =>
      it.text(),
    );
  // a failed read of the SDK's metrics does not affect our own metrics
  return async () => (bindAddress ? await readMetrics(bindAddress).catch(() => '') : '');
}

/**
 * Returns the address of the metrics. Retries, as another process can take the port between its choice and its use.
 */
async function installWithMetrics(log: Logger, role: string): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const bindAddress = `127.0.0.1:${await freePort()}`;
    try {
      install(log, {
        globalTags: { role },
        prometheus: { bindAddress, unitSuffix: true, useSecondsForDurations: true },
      });
      return bindAddress;
    } catch (error) {
      if (attempt >= portAttempts) throw error;
    }
  }
}

function install(log: Logger, metrics?: MetricsExporterConfig): void {
  Runtime.install({
    // we handle shutdown signals ourselves: readiness off, drain, then the worker
    shutdownSignals: [],
    telemetryOptions: {
      logging: { forward: {}, filter: { core: 'WARN', other: 'ERROR' } },
      ...(metrics && { metrics }),
    },
    logger: {
      log: (level, message, meta) => write(log, level, message, meta),
      trace: (message, meta) => write(log, 'TRACE', message, meta),
      debug: (message, meta) => write(log, 'DEBUG', message, meta),
      info: (message, meta) => write(log, 'INFO', message, meta),
      warn: (message, meta) => write(log, 'WARN', message, meta),
      error: (message, meta) => write(log, 'ERROR', message, meta),
    },
  });
}

/** The native part takes only an address and does not report the port that it got. */
async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const levels = { TRACE: 'trace', DEBUG: 'debug', INFO: 'debug', WARN: 'warn', ERROR: 'error' } as const;

/** The SDK reports every worker state at INFO; we log these lines at debug level. */
function write(log: Logger, level: keyof typeof levels, message: string, meta: object = {}): void {
  // queues for activities only have no workflows
  const isExpected = message.startsWith('No workflows registered');
  const { error, ...facts } = meta as { error?: unknown };
  // the logger formats errors under the name `err`
  log[isExpected ? 'debug' : levels[level]](error === undefined ? facts : { ...facts, err: error }, message);
}

/** Keeps trying until the workflow service answers: workers may start before it. */
export async function connectWorker(config: Config, log: Logger): Promise<NativeConnection> {
  for (;;) {
    try {
      return await NativeConnection.connect(workflowService(config));
    } catch (error) {
      log.warn(
        { err: error, address: config.temporal.address },
        'workflow service not reachable, trying again',
      );
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }
}

export function createClient(config: Config): { client: Client; connection: Connection } {
  const connection = openConnection(workflowClient(config));
  return { connection, client: new Client({ connection, namespace: config.temporal.namespace }) };
}
