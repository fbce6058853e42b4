import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { ensureSecret } from './data-folder.ts';
import { stopProcess } from './orphan-processes.ts';
import { canEnter, postgresAccount, type Account } from './postgres-account.ts';
import { createDatabaseFolder, existingDatabase, postgresBinaries, type Binaries } from './postgres-files.ts';
import { identityOf } from './process-identity.ts';
import type { ServiceSpec } from './service.ts';

const run = promisify(execFile);
const host = '127.0.0.1';
const name = 'rookery';
const major = '18';

export interface EmbeddedPostgres {
  spec: ServiceSpec;
  databaseUrl: string;
  /** Whether the server answers; also creates the platform's database. */
  isReady(): Promise<boolean>;
}

/** Prepares the embedded server: programs, account, and on first use the database files. */
export async function preparePostgres(
  dataDir: string,
  port: number,
  say: (text: string) => void,
): Promise<EmbeddedPostgres> {
  const account = await postgresAccount(join(dataDir, 'postgres'));
  const binaries = await postgresBinaries(account);
  const password = ensureSecret(join(dataDir, 'database-password'));
  const folder =
    (await existingDatabase(dataDir)) ?? (await create({ dataDir, account, binaries, password, say }));
  refuseUnusable(folder, account);
  return {
    spec: specOf({ folder, port, account, binaries }),
    databaseUrl: `postgres://${name}:${password}@${host}:${port}/${name}`,
    isReady: () => answers(port, password),
  };
}

interface Creation {
  dataDir: string;
  account: Account | undefined;
  binaries: Binaries;
  password: string;
  say: (text: string) => void;
}

async function create({ dataDir, account, binaries, password, say }: Creation): Promise<string> {
  say('creating the database');
  const folder = await createDatabaseFolder(dataDir, account, (fresh) =>
    withPasswordFile(password, account, (file) => initialise(binaries.initdb, fresh, file, account)),
  );
  if (!folder.startsWith(dataDir))
    say(`the database lies in ${folder}: its account can not enter ${dataDir}`);
  return folder;
}

/**
 * The locale `C.UTF-8` sorts text equally everywhere; without that locale, PostgreSQL itself provides the same order.
 */
async function initialise(
  initdb: string,
  folder: string,
  passwordFile: string,
  account: Account | undefined,
): Promise<void> {
  const args = [
    `--pgdata=${folder}`,
    `--pwfile=${passwordFile}`,
    `--username=${name}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
  ];
  const options = { ...account, cwd: '/', env: quietEnv() };
  try {
    await run(initdb, [...args, '--locale=C.UTF-8'], options);
  } catch {
    await run(
      initdb,
      [...args, '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      options,
    );
  }
}

async function withPasswordFile(
  password: string,
  account: Account | undefined,
  work: (file: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'rookery-'));
  const file = join(folder, 'password');
  try {
    await writeFile(file, password, { mode: 0o600 });
    if (account !== undefined) {
      for (const path of [folder, file]) await chown(path, account.uid, account.gid);
    }
    await work(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Messages in English, so that their levels can be recognised. */
function quietEnv(): NodeJS.ProcessEnv {
  return { ...process.env, LC_ALL: 'C', LC_MESSAGES: 'C' };
}

function refuseUnusable(folder: string, account: Account | undefined): void {
  if (!canEnter(folder, account)) {
    throw new Error(
      `the database's account can not enter ${folder}: did the data folder move, or another user create it?`,
    );
  }
  const found = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  if (found !== major)
    throw new Error(`${folder} belongs to PostgreSQL ${found}, this is ${major}: dump and restore it`);
}

interface Server {
  folder: string;
  port: number;
  account: Account | undefined;
  binaries: Binaries;
}

function specOf({ folder, port, account, binaries }: Server): ServiceSpec {
  const settings = [`listen_addresses=${host}`, 'unix_socket_directories=', 'log_min_messages=fatal'];
  return {
    name: 'postgres',
    stopSignal: 'SIGINT',
    lastSignal: 'SIGQUIT',
    stopMs: 20_000,
    isOurs: false,
    shows: isTrouble,
    launch: async () => {
      await clearOldServer(folder);
      return {
        file: binaries.postgres,
        args: ['-D', folder, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
        env: quietEnv(),
        cwd: '/',
        ...account,
      };
    },
  };
}

/** Whether a line reports a problem: connections cut off by a stop or opened during a start are not one. */
function isTrouble(line: string): boolean {
  return /\b(FATAL|PANIC):/.test(line) && !/starting up|shutting down|administrator command/.test(line);
}

/**
 * Removes the pid file of an ended server: PostgreSQL trusts the pid in it, which another program may have after a
 * crash. A server that really runs there is an orphan: the data folder belongs to this supervisor alone.
 */
async function clearOldServer(folder: string): Promise<void> {
  const path = join(folder, 'postmaster.pid');
  const pid = existsSync(path) ? Number(readFileSync(path, 'utf8').split('\n')[0]) : 0;
  const identity = pid > 0 ? identityOf(pid) : undefined;
  if (identity?.includes(folder) === true) await stopProcess({ pid, identity, stopSignal: 'SIGINT' });
  rmSync(path, { force: true });
}

async function answers(port: number, password: string): Promise<boolean> {
  const client = new Client({ host, port, user: name, password, database: 'postgres' });
  client.on('error', () => {});
  try {
    await client.connect();
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${name}`);
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
