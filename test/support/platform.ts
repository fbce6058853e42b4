import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { ensureAdmin } from '../../services/identity/bootstrap.ts';
import { openPool } from '../../store/postgres/pool.ts';
import { freePort } from './free-port.ts';
import { type PlatformDatabase, startPlatformDatabase } from './platform-database.ts';
import { createUser, type TestUser } from './platform-users.ts';
import { startPlatformTemporal } from './platform-temporal.ts';
import { type PostgresServer, scannerRole, urlAs } from './postgres.ts';
import { type Role, type RoleProcess, startRole } from './role.ts';
import { askRun } from './run.ts';
import type { TemporalServer } from './temporal.ts';

export type { TestUser } from './platform-users.ts';

/** A running platform: its URL and the administrator's token. */
export interface Platform {
  url: string;
  adminToken: string;
  /** Registers a user and makes an API token that may publish. */
  createUser(name?: string): Promise<TestUser>;
  stop(): Promise<void>;
}

/** A platform with access to its parts, for tests that break them. Without an engine. */
export interface PackagePlatform extends Platform {
  dataDir: string;
  databaseUrl: string;
  postgres: PostgresServer;
  temporal: TemporalServer;
  roles: Record<PackageRole, RoleProcess>;
  environment: Record<string, string | undefined>;
}

/** A platform in one process, for tests that break no part. */
export interface CombinedPlatform extends Omit<PackagePlatform, 'roles'> {
  process: RoleProcess;
}

/** A platform with all roles. */
export interface OwnPlatform extends PackagePlatform {
  roles: Record<PackageRole | 'engine', RoleProcess>;
}

const packageRoles = ['api', 'worker', 'scanner'] as const;
type PackageRole = (typeof packageRoles)[number];

/** The facts of the shared platform; each test gets a copy that it may change. */
const SharedFacts = z.object({
  url: z.string(),
  adminToken: z.string(),
  dataDir: z.string(),
  databaseUrl: z.string(),
  temporal: z.object({ address: z.string(), namespace: z.string() }),
  environment: z.record(z.string(), z.string().optional()),
});
export type SharedFacts = z.infer<typeof SharedFacts>;

export interface SharedPlatform extends Platform, SharedFacts {}

/** The platform that this run shares, with the settings of users. */
export function startPlatform(): Promise<SharedPlatform> {
  return startShared('plain');
}

/** Another shared platform, which trusts the tests' issuers and certificates and sends webhooks to loopback. */
export function startOpenPlatform(): Promise<SharedPlatform> {
  return startShared('open');
}

async function startShared(name: string): Promise<SharedPlatform> {
  const shared = await askRun(`platforms/${name}`, SharedFacts);
  if (!shared) throw new Error('this project of the runner has no shared platform');
  return { ...shared, createUser: (username) => createUser(shared.url, username), stop: async () => {} };
}

/** A proxy or pooler between the processes and their database. */
export interface ReachedDatabase {
  environment: Record<string, string>;
  stop(): Promise<void>;
}

export interface PlatformOptions {
  isDurable?: boolean;
  /** Settings of the database. */
  postgresFlags?: Record<string, string>;
  /** For tests that kill the database: other files of the run share the usual one. */
  ownPostgres?: boolean;
  /** How processes reach the new database, if not by its own address. */
  reach?: (database: PlatformDatabase) => Promise<ReachedDatabase>;
  /** For tests that stop the workflow service, which other files of the run share as well. */
  ownTemporal?: boolean;
  /** The server on which the platform gets a namespace, instead of that of the run. */
  temporal?: { address: string };
}

/** A new platform on embedded servers, each role in its own process. `environment` goes to all roles. */
export function startOwnPlatform(
  environment: NodeJS.ProcessEnv = {},
  options: PlatformOptions = {},
): Promise<OwnPlatform> {
  return startRoles([...packageRoles, 'engine'], environment, options);
}

/** A new platform without the engine, which starts slowly and which packages do not use. */
export function startPackagePlatform(
  environment: NodeJS.ProcessEnv = {},
  options: PlatformOptions = {},
): Promise<PackagePlatform> {
  return startRoles(packageRoles, environment, options);
}

/** A new platform without a scanner and an engine, for tests that start a scanner later. */
export function startPlatformWithoutScanner(
  environment: NodeJS.ProcessEnv = {},
): Promise<Omit<PackagePlatform, 'roles'>> {
  return startRoles(['api', 'worker'], environment, {});
}

/** A new platform in one process, which starts in a third of the time. */
export async function startCombinedPlatform(
  environment: NodeJS.ProcessEnv = {},
  { withEngine = false, ...options }: PlatformOptions & { withEngine?: boolean } = {},
): Promise<CombinedPlatform> {
  const name = withEngine ? 'everything' : 'packages';
  const { roles, ...platform } = await startRoles([name], environment, options);
  return { ...platform, process: roles[name] };
}

type Running<Name extends Role> = Omit<PackagePlatform, 'roles'> & { roles: Record<Name, RoleProcess> };

async function startRoles<Name extends Role>(
  names: readonly Name[],
  environment: NodeJS.ProcessEnv,
  options: PlatformOptions,
): Promise<Running<Name>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rookery-platform-'));
  const cleanup = new AsyncDisposableStack();
  cleanup.defer(() => rm(dataDir, { recursive: true, force: true }));
  try {
    return await startOn(dataDir, cleanup, names, environment, options);
  } catch (error) {
    await cleanup.disposeAsync();
    throw error;
  }
}

/** Starts the roles. `cleanup` stops those that have started, also if a later one fails. */
async function startOn<Name extends Role>(
  dataDir: string,
  cleanup: AsyncDisposableStack,
  names: readonly Name[],
  environment: NodeJS.ProcessEnv,
  options: PlatformOptions,
): Promise<Running<Name>> {
  const { ownTemporal, temporal: given, reach, ...ofDatabase } = options;
  const [database, temporal, port] = await allOrNothing(cleanup, [
    startPlatformDatabase(ofDatabase),
    startPlatformTemporal({ ownTemporal, given }),
    freePort(),
  ]);
  const databaseUrl = database.url;
  const url = `http://127.0.0.1:${port}`;
  const all: NodeJS.ProcessEnv = {
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    JWT_SECRET: randomBytes(32).toString('hex'),
    SIGNING_KEY: createSigningKey(),
    RATE_LIMITS: 'off',
    // a machine that runs tests in parallel delays the event loop
    MAX_EVENT_LOOP_DELAY_MS: '0',
    BLOB_FSYNC: 'false',
    // busy machines are slow between a log-in and the operation that needs it
    RECENT_LOGIN_SECONDS: '3600',
    LOG_LEVEL: 'warn',
    SHUTDOWN_DELAY_MS: '0',
    // platforms of tests run in parallel
    METRICS_PORT: '0',
    // off by default; on here, so that tests show that listings leave out hidden packages
    MAVEN_LISTINGS: 'on',
    // tests run in parallel: transposition tables of the usual size would be too large for small machines
    TT_SIZE_MB: '8',
    ...environment,
  };
  await createAdmin(databaseUrl, dataDir);
  const reached = await reach?.(database);
  if (reached) cleanup.defer(reached.stop);
  Object.assign(all, reached?.environment);
  // the scanner gets its restricted role unless the test sets the database itself
  const isOwn = all['DATABASE_URL'] === databaseUrl;
  const ofScanner = isOwn ? { ...all, DATABASE_URL: urlAs(scannerRole, databaseUrl) } : all;
  const started = await allOrNothing(
    cleanup,
    names.map((name) => startRole(name, name === 'scanner' ? ofScanner : all)),
  );
  // one process for each name
  const roles = Object.fromEntries(names.map((name, at) => [name, started[at]])) as Record<Name, RoleProcess>;
  // also stops the processes that tests have restarted
  cleanup.defer(async () => {
    await Promise.all(Object.values<RoleProcess>(roles).map((role) => role.stop()));
  });
  const adminToken = (await readFile(join(dataDir, 'admin-token'), 'utf8')).trim();
  return {
    url,
    adminToken,
    dataDir,
    databaseUrl,
    postgres: database.server,
    temporal,
    roles,
    environment: all,
    createUser: (name) => createUser(url, name),
    stop: () => cleanup.disposeAsync(),
  };
}

/** Creates the administrator as `admin/first-token.ts` does, without a new process. */
async function createAdmin(databaseUrl: string, dataDir: string): Promise<void> {
  const pool = await openPool(databaseUrl, 1);
  try {
    await ensureAdmin({ pool, dataDir });
  } finally {
    await pool.end();
  }
}

function createSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  return privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
}

/** Like `Promise.all`, but waits for all promises: `cleanup` then knows every process that has started. */
async function allOrNothing<T extends readonly unknown[] | []>(
  cleanup: AsyncDisposableStack,
  starting: T,
): Promise<{ -readonly [Key in keyof T]: Awaited<T[Key]> }> {
  const outcomes = await Promise.allSettled(starting);
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled' && canStop(outcome.value)) cleanup.defer(outcome.value.stop);
  }
  return Promise.all(starting);
}

function canStop(started: unknown): started is { stop(): Promise<void> } {
  return typeof started === 'object' && started !== null && 'stop' in started;
}
