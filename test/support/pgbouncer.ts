import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startChild } from './child.ts';
import { canConnect } from './connect.ts';
import { freePort } from './free-port.ts';
import { makeScratch } from './scratch.ts';
import { findTool, requireTool } from './tool.ts';

export const pgbouncerBinary = findTool('pgbouncer', ['/usr/sbin', '/usr/bin']);
export const pgbouncerMissing = 'pgbouncer is not there (Debian package pgbouncer)';

export interface Pooler {
  /** The same database URL through the pooler. */
  through(databaseUrl: string): string;
  stop(): Promise<void>;
}

/**
 * PgBouncer in front of the server on this port, in transaction mode, with few connections, which several processes
 * use in turn. `parameters`: those that it accepts and ignores.
 */
export async function startPgBouncer(
  serverPort: number,
  parameters: readonly string[] = [],
): Promise<Pooler> {
  const binary = requireTool(pgbouncerBinary, pgbouncerMissing);
  const folder = await makeScratch('rookery-pooler-');
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]
* = host=127.0.0.1 port=${serverPort} user=rookery password=rookery
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
max_client_conn = 500
ignore_startup_parameters = ${parameters.join(',')}
`,
  );
  // PgBouncer runs as another user, who has to read the file
  await chmod(folder, 0o755);
  const asUser = process.getuid?.() === 0 ? ['-u', 'daemon'] : [];
  const child = await startChild(binary, [...asUser, file], { isReady: () => canConnect(port) });
  return {
    through(databaseUrl) {
      const url = new URL(databaseUrl);
      url.port = String(port);
      return url.href;
    },
    async stop() {
      await child.stop('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
