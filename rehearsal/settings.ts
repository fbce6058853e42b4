import { type ComposeRole, readComposeFile, rolesOf } from '../deploy/compose/compose-file.ts';
import type { Addresses, Service } from './addresses.ts';

/** A service of docker-compose.yml that runs the platform's image, as started by this rehearsal. */
export interface RoleSettings {
  /** The arguments of `bin/rookery`. */
  command: readonly string[];
  environment: Record<string, string>;
}

/** One more api than in the Compose file: while one is replaced, another one can be lost. */
const places: Readonly<Record<RunningRole, string>> = {
  'api-1': 'api-1',
  'api-2': 'api-2',
  'api-3': 'api-2',
  'worker-1': 'worker',
  'worker-2': 'worker',
  scanner: 'scanner',
  'engine-1': 'engine',
  'engine-2': 'engine',
};
export type RunningRole =
  | 'api-1'
  | 'api-2'
  | 'api-3'
  | 'worker-1'
  | 'worker-2'
  | 'scanner'
  | 'engine-1'
  | 'engine-2';
export const runningRoles = Object.keys(places) as RunningRole[];

export type Kind = 'api' | 'worker' | 'scanner' | 'engine';
export const kindOf = (role: RunningRole): Kind => role.replace(/-\d$/, '') as Kind;

/** The jobs that end before roles start, in order. */
export const jobs = ['migrate', 'temporal-setup', 'bucket'] as const;
export type Job = (typeof jobs)[number];

export interface Here {
  addresses: Addresses;
  publicUrl: string;
  /** The folder of the secrets, with local addresses. */
  secrets: string;
  /** The folder with a data folder for each role. */
  data: string;
}

/** The variables of every role and job: those of docker-compose.yml, with local hosts, folders and secrets. */
export function readSettings(here: Here): Record<RunningRole | Job, RoleSettings> {
  // the proxy sends requests from this address
  const { services } = readComposeFile({ PUBLIC_URL: here.publicUrl, EDGE_SUBNET: '127.0.0.1/32' });
  const roles = rolesOf(services);
  const find = (service: string): ComposeRole => {
    const role = roles.find((each) => each.service === service);
    if (!role) throw new Error(`docker-compose.yml has no service ${service}`);
    return role;
  };
  const running = runningRoles.map((role) => [role, settingsOf(find(places[role]), here, role)] as const);
  const ending = jobs.map((job) => [job, settingsOf(find(job), here)] as const);
  // an entry for each role and job
  return Object.fromEntries([...running, ...ending]) as Record<RunningRole | Job, RoleSettings>;
}

function settingsOf({ command, environment }: ComposeRole, here: Here, role?: RunningRole): RoleSettings {
  const moved = Object.entries(environment).map(([name, value]) => [
    name,
    localValue(value, here, role).replace('/run/secrets', here.secrets),
  ]);
  return { command, environment: { ...Object.fromEntries(moved), ...changesOf(here, role) } };
}

function localValue(value: string, { addresses, data }: Here, role: RunningRole | undefined): string {
  if (value === '0.0.0.0' && role !== undefined) return addresses.of(role);
  if (value === '/data') return `${data}/${role ?? 'jobs'}`;
  return value.replace(/\b(temporal|s3)(?=:\d)/, (_, part: Service) => addresses.of(part));
}

/**
 * Variables that the Compose file lacks: the pooler of docs/OPERATIONS.md for api and worker, the addresses of both
 * databases for the others.
 */
function changesOf({ secrets }: Here, role: RunningRole | undefined): Record<string, string> {
  const direct = `${secrets}/direct_database_url`;
  const database: Record<Kind, Record<string, string>> = {
    api: { DATABASE_DIRECT_URL_FILE: direct },
    worker: { DATABASE_DIRECT_URL_FILE: direct },
    scanner: {},
    engine: { DATABASE_URL_FILE: direct },
  };
  // the few clients of a rehearsal share an address and send requests without pauses
  return role === undefined ? database.api : { RATE_LIMITS: 'off', ...database[kindOf(role)] };
}
