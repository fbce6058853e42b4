import { execFile } from 'node:child_process';
import { appendFile, chmod, chown, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { query } from './database.ts';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';
import { databasesOf, type PostgresServer, serverOn } from './postgres.ts';
import { makeScratch } from './scratch.ts';

const run = promisify(execFile);

export interface Standby {
  port: number;
  /** Makes the standby accept writes. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A copy of a running server that follows it by streaming. From then on the server acknowledges only commits that
 * the copy has received, so a fail-over loses nothing. The embedded server has no `pg_basebackup`: the copy is made
 * with the functions that the program calls.
 */
export async function startStandby(primary: PostgresServer): Promise<Standby> {
  const { dataFolder, superuser, urlOf } = primary;
  if (dataFolder === undefined) throw new Error('a server of its own is needed: ask for `ownPostgres`');
  const folder = await makeScratch('rookery-standby-');
  await chmod(folder, 0o755);
  const copy = join(folder, 'data');
  const port = await freePort();
  await copyRunning(urlOf('postgres'), dataFolder, copy);
  await appendFile(
    join(copy, 'postgresql.auto.conf'),
    `\nprimary_conninfo = 'host=127.0.0.1 port=${primary.port} user=${superuser} password=rookery application_name=standby'\n`,
  );
  const server = serverOn(copy, port, undefined, superuser);
  // ends when the standby is promoted
  server.start().catch(() => undefined);
  const own = databasesOf(port, superuser).urlOf('postgres');
  await eventually(() => query(own, 'select'), { withinMs: 30_000 });
  await query(urlOf('postgres'), `alter system set synchronous_standby_names = '*'`);
  await query(urlOf('postgres'), 'select pg_reload_conf()');
  const state = 'select sync_state from pg_stat_replication';
  await eventually(async () => {
    const [row] = await query<{ sync_state: string }>(urlOf('postgres'), state);
    if (row?.sync_state !== 'sync') throw new Error('the standby does not follow yet');
  });
  return {
    port,
    async promote() {
      await query(own, `select pg_promote(true, 30)`);
    },
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Files may change during the copy: the log of that time makes them consistent. A standby gets the log by streaming;
 * `asBackup` includes it in the copy, which starts as a separate server.
 */
export async function copyRunning(
  url: string,
  from: string,
  to: string,
  { asBackup = false } = {},
): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('standby', true)`);
    await run('cp', ['-a', from, to]);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
    const { uid, gid } = await stat(from);
    if (asBackup) await run('cp', ['-a', `${from}/pg_wal/.`, join(to, 'pg_wal')]);
    const label = rows[0]?.labelfile ?? '';
    for (const [name, text] of Object.entries({
      backup_label: label,
      ...(asBackup ? {} : { 'standby.signal': '' }),
    })) {
      await writeFile(join(to, name), text);
      await chown(join(to, name), uid, gid);
    }
    for (const name of ['postmaster.pid', 'postmaster.opts']) await rm(join(to, name), { force: true });
  } finally {
    await client.end();
  }
}
