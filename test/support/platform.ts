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

/** A running platform as a stranger sees it: a URL and the administrator's token. */
export interface Platform {
  url: string;
  adminToken: string;
  /** Registers a user and gives them an API token that may publish. */
  createUser(name?: string): Promise<TestUser>;
  stop(): Promise<void>;
}

/** The same with its parts in hand, for tests that break them. Without an engine. */
export interface PackagePlatform extends Platform {
  dataDir: string;
  databaseUrl: string;
  postgres: PostgresServer;
  temporal: TemporalServer;
  roles: Record<PackageRole, RoleProcess>;
  environment: Record<string, string | undefined>;
}

/** One whose parts are all in one process, for tests that break none of them. */
export interface CombinedPlatform extends Omit<PackagePlatform, 'roles'> {
  process: RoleProcess;
}

/** The whole of it. */
export interface OwnPlatform extends PackagePlatform {
  roles: Record<PackageRole | 'engine', RoleProcess>;
}

const packageRoles = ['api', 'worker', 'scanner'] as const;
type PackageRole = (typeof packageRoles)[number];

/** The facts behind the shared platform for a test: its changes there are its own alone. */
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

/** The platform that this run shares, with settings that users have. */
export function startPlatform(): Promise<SharedPlatform> {
  return startShared('plain');
}

/** Another one, which trusts issuers and certificates of tests, and sends webhooks to loopback. */
export function startOpenPlatform(): Promise<SharedPlatform> {
  return startShared('open');
}

async function startShared(name: string): Promise<SharedPlatform> {
  const shared = await askRun(`platforms/${name}`, SharedFacts);
  if (!shared) throw new Error('this project of the runner has no shared platform');
  return { ...shared, createUser: (username) => createUser(shared.url, username), stop: async () => {} };
}

/** Something between the processes and their database. */
export interface ReachedDatabase {
  environment: Record<string, string>;
  stop(): Promise<void>;
}

export interface PlatformOptions {
  isDurable?: boolean;
  /** Settings of the database. */
  postgresFlags?: Record<string, string>;
  /** For tests that kill the database: other files of the run share theirs. */
  ownPostgres?: boolean;
  /** How processes reach the database that was just started, if not by its own address. */
  reach?: (database: PlatformDatabase) => Promise<ReachedDatabase>;
  /** For tests that stop the workflow service, likewise. */
  ownTemporal?: boolean;
  /** A server that is not the run's, on which the platform gets a namespace. */
  temporal?: { address: string };
}

/** A platform of one's own, on embedded parts, every process separate. `environment` goes to all roles. */
export function startOwnPlatform(
  environment: NodeJS.ProcessEnv = {},
  options: PlatformOptions = {},
): Promise<OwnPlatform> {
  return startRoles([...packageRoles, 'engine'], environment, options);
}

/** The same without the engine, which takes its time to start: packages never ask it. */
export function startPackagePlatform(
  environment: NodeJS.ProcessEnv = {},
  options: PlatformOptions = {},
): Promise<PackagePlatform> {
  return startRoles(packageRoles, environment, options);
}

/** The same without a scanner, for tests that start one later. */
export function startPlatformWithoutScanner(
  environment: NodeJS.ProcessEnv = {},
): Promise<Omit<PackagePlatform, 'roles'>> {
  return startRoles(['api', 'worker'], environment, {});
}

/** In one process, which takes a third of the time to start. */
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

/** Whatever was started is in `cleanup`, also when something later does not start. */
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
    // a loaded machine that runs tests beside each other is late for reasons of its own
    MAX_EVENT_LOOP_DELAY_MS: '0',
    BLOB_FSYNC: 'false',
    // busy machines take their time between a log-in and the operation that needs it
    RECENT_LOGIN_SECONDS: '3600',
    LOG_LEVEL: 'warn',
    SHUTDOWN_DELAY_MS: '0',
    // platforms of tests run beside each other
    METRICS_PORT: '0',
    // off by default; where it is on, nothing hidden may show
    MAVEN_LISTINGS: 'on',
    // tests run beside each other: tables of usual size would be too much for small machines
    TT_SIZE_MB: '8',
    ...environment,
  };
  await createAdmin(databaseUrl, dataDir);
  const reached = await reach?.(database);
  if (reached) cleanup.defer(reached.stop);
  Object.assign(all, reached?.environment);
  // with the rights that a deployment gives the scanner, where the test leads it to the database itself
  const isOwn = all['DATABASE_URL'] === databaseUrl;
  const ofScanner = isOwn ? { ...all, DATABASE_URL: urlAs(scannerRole, databaseUrl) } : all;
  const started = await allOrNothing(
    cleanup,
    names.map((name) => startRole(name, name === 'scanner' ? ofScanner : all)),
  );
  // one for each name, and no other
  const roles = Object.fromEntries(names.map((name, at) => [name, started[at]])) as Record<Name, RoleProcess>;
  // tests put restarted processes in their place
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

/** As `admin/first-token.ts` does, without the time that a process takes. */
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

/** Like `Promise.all`, but waits for all of them: `cleanup` stops those that did start. */
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
