import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@temporalio/client';
import { pino } from 'pino';
import type { SocketLimits } from '../../../api/socket/limits.ts';
import { createServer } from '../../../api/server.ts';
import { readConfig } from '../../../config/config.ts';
import { createPlatform } from '../../../api/platform.ts';
import { openConnection } from '../../../config/workflow-connection.ts';
import { migrate } from '../../../store/postgres/migrate.ts';
import type { Pool } from '../../../store/postgres/pool.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/free-port.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';

/** A server of this repository, configured as in production, in this process. */
export interface SocketServer {
  url: string;
  pool: Pool;
  /** Its metrics. */
  metrics(): Promise<string>;
  /** Lines of the log of this server. */
  said: string[];
  /** Stops the server as a signal does. */
  stop(): Promise<void>;
}

export interface Servers {
  databaseUrl: string;
  postgres: PostgresServer;
  /** Starts another server on the same database. */
  start(options?: { limits?: Partial<SocketLimits>; environment?: NodeJS.ProcessEnv }): Promise<SocketServer>;
  stop(): Promise<void>;
}

/** One database and any number of servers on it, without a workflow service. */
export async function startServers(): Promise<Servers> {
  const postgres = await startPostgres();
  const folder = await mkdtemp(join(tmpdir(), 'rookery-socket-'));
  await migrate(postgres.url, 'migrations');
  const running = new Set<SocketServer>();
  const unusedPort = await freePort();

  async function start({
    limits = {},
    environment = {},
  }: Parameters<Servers['start']>[0] = {}): Promise<SocketServer> {
    const config = readConfig({
      DATABASE_URL: postgres.url,
      DATABASE_POOL_SIZE: '5',
      DATA_DIR: folder,
      JWT_SECRET: randomBytes(32).toString('hex'),
      RATE_LIMITS: 'off',
      // no limit: other tests delay the event loop
      MAX_EVENT_LOOP_DELAY_MS: '0',
      ...environment,
    });
    const said: string[] = [];
    const log = pino({}, { write: (line: string) => void said.push(line) });
    const connection = openConnection({ address: `127.0.0.1:${unusedPort}` });
    const platform = await createPlatform(config, { log, client: new Client({ connection }) });
    const app = await createServer(platform, limits);
    await app.listen({ host: '127.0.0.1', port: 0 });
    // a listening TCP server has an object as its address
    const { port } = app.server.address() as AddressInfo;
    await eventually(() => {
      if (!platform.changes.isListening) throw new Error('notices are not heard yet');
    });
    const server: SocketServer = {
      url: `http://127.0.0.1:${port}`,
      pool: platform.pool,
      said,
      metrics: () => platform.metrics.registry.metrics(),
      async stop() {
        if (!running.delete(server)) return;
        platform.drain();
        await app.close();
        await platform[Symbol.asyncDispose]();
        await connection.close();
      },
    };
    running.add(server);
    return server;
  }

  return {
    databaseUrl: postgres.url,
    postgres,
    start,
    async stop() {
      for (const server of running) await server.stop();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
