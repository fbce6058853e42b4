import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild, type Child } from './child.ts';
import { canConnect } from './connect.ts';
import { freePort } from './free-port.ts';
import { findTool, requireTool } from './tool.ts';

export const redisBinary = findTool('redis-server', ['/usr/bin', '/usr/local/bin']);
export const redisMissing = 'redis-server is not on PATH (Debian package redis-server)';

export interface RedisServer {
  url: string;
  port: number;
  stop(): Promise<void>;
  /** Kills the server with SIGKILL. */
  kill(): Promise<void>;
  /** Starts an empty server on the same port. */
  restart(): Promise<void>;
}

/** A Redis without persistence on a free loopback port. @throws Error if there is no binary */
export async function startRedis(): Promise<RedisServer> {
  const binary = requireTool(redisBinary, redisMissing);
  const folder = await mkdtemp(join(tmpdir(), 'rookery-redis-'));
  const port = await freePort();
  const settings = { port: `${port}`, bind: '127.0.0.1', save: '', appendonly: 'no', dir: folder };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const launch = (): Promise<Child> => startChild(binary, args, { isReady: () => canConnect(port) });
  let child = await launch();
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    stop: async () => {
      await child.stop();
      await rm(folder, { recursive: true, force: true });
    },
    kill: () => child.stop('SIGKILL'),
    restart: async () => {
      await child.stop();
      child = await launch();
    },
  };
}
