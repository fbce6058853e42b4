import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Place } from '../relay.ts';
import { readSecret } from '../secrets.ts';
import { type Child, startChild } from '../../test/support/child.ts';
import { canConnect } from '../../test/support/connect.ts';
import { pgbouncerBinary, pgbouncerMissing } from '../../test/support/pgbouncer.ts';
import { requireTool } from '../../test/support/tool.ts';

/** Starts PgBouncer in transaction mode, with the settings of docs/OPERATIONS.md. */
export async function startPooler(
  folder: string,
  secrets: string,
  own: Place,
  database: Place,
): Promise<Child> {
  const binary = requireTool(pgbouncerBinary, pgbouncerMissing);
  await mkdir(folder, { recursive: true });
  const users = join(folder, 'users.txt');
  await writeFile(users, `"rookery" "${await readSecret(secrets, 'database_password')}"\n`);
  const file = join(folder, 'pgbouncer.ini');
  // with the default retry of 15 s every client would wait that long after a fail-over
  await writeFile(
    file,
    `[databases]
rookery = host=${database.host} port=${database.port}
[pgbouncer]
listen_addr = ${own.host}
listen_port = ${own.port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
default_pool_size = 30
max_client_conn = 500
server_login_retry = 1
`,
  );
  // PgBouncer refuses to run as root, and reads its files as another user
  const isRoot = process.getuid?.() === 0;
  if (isRoot) for (const path of [folder, users, file]) await chmod(path, 0o755);
  const asUser = isRoot ? ['-u', 'daemon'] : [];
  return startChild(binary, [...asUser, file], { isReady: () => canConnect(own.port, own.host) });
}
