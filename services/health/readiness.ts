import { type QueueWatch, sayUnserved } from './queues.ts';
import { remember } from '../../store/cache/short-cache.ts';

/** Each check rejects when its part is unreachable. `redis` is null when none is configured. */
export interface Checks {
  /** Checks that the database answers. */
  database(): Promise<void>;
  /** Checks that the database accepts writes: a standby does not, nor does a primary during a fail-over. */
  writes(): Promise<void>;
  /** Why this version can't run on the schema, in sentences. */
  schema(): Promise<readonly string[]>;
  redis: (() => Promise<void>) | null;
  storage(): Promise<void>;
  search(): Promise<void>;
  /** The missing settings of the workflow service, in sentences. */
  temporal(): Promise<readonly string[]>;
}

export type PartState = 'ok' | 'error' | 'disabled';
export type PartStates = Record<Exclude<keyof Checks, 'writes' | 'schema'>, PartState>;

interface Checked {
  parts: PartStates;
  lacks: readonly string[];
}

export interface Readiness {
  /** Whether this process can serve: the database and Redis decide. */
  isReady: boolean;
  parts: PartStates;
  /** Unavailable functions of a process that can serve, in sentences. */
  degraded: readonly string[];
}

const rememberMs = 1_000;
/** A part that does not answer within this time counts as unavailable. */
const patienceMs = 2_000;

/** `isDraining`: true from the moment the process is asked to stop. Parts are checked once a second at most. */
export function createReadiness({
  checks,
  queueWatch,
  isDraining,
}: {
  checks: Checks;
  queueWatch: QueueWatch;
  isDraining(): boolean;
}): () => Promise<Readiness> {
  const check = remember(rememberMs, () => checkAll(checks));
  return async () => {
    const [{ parts, lacks }, unserved] = await Promise.all([check(), within(queueWatch.unserved(), [])]);
    const isReady = parts.database === 'ok' && parts.redis !== 'error' && !isDraining();
    return { isReady, parts, degraded: [...lacks, ...unserved.map(sayUnserved)] };
  };
}

export interface Serving {
  isServing: boolean;
  database: Exclude<PartState, 'disabled'>;
  isDraining: boolean;
}

/**
 * Whether this process can answer requests, for proxies and probes. A part that all replicas miss at the same time but
 * can work without must not make all of them unavailable. Only the database and a requested stop decide.
 */
export function createServing({
  checks,
  isDraining,
}: {
  checks: Pick<Checks, 'database' | 'schema'>;
  isDraining(): boolean;
}): () => Promise<Serving> {
  const check = remember(rememberMs, () =>
    stateWithLacks(() => findDatabaseProblems(checks.database, checks.schema)),
  );
  return async () => {
    const { state: database } = await check();
    return { isServing: database === 'ok' && !isDraining(), database, isDraining: isDraining() };
  };
}

async function checkAll(checks: Checks): Promise<Checked> {
  const [database, redis, storage, search, temporal] = await Promise.all([
    stateWithLacks(() => findDatabaseProblems(checks.writes, checks.schema)),
    checks.redis === null ? ('disabled' as const) : stateOf(checks.redis),
    stateOf(checks.storage),
    stateOf(checks.search),
    stateWithLacks(checks.temporal),
  ]);
  const parts = { database: database.state, redis, storage, search, temporal: temporal.state };
  return { parts, lacks: [...database.lacks, ...temporal.lacks] };
}

/** A database with the schema of another version counts as unreachable. @throws Error when it does not answer */
export async function findDatabaseProblems(
  answers: () => Promise<void>,
  schema: Checks['schema'],
): Promise<readonly string[]> {
  await answers();
  return schema();
}

/** The state of a part that may answer and still lack something: with `lacks`, in sentences, its state is `error`. */
export async function stateWithLacks(
  findLacks: () => Promise<readonly string[]>,
): Promise<{ state: 'ok' | 'error'; lacks: readonly string[] }> {
  let lacks: readonly string[] = [];
  const state = await stateOf(async () => {
    lacks = await findLacks();
  });
  return { state: lacks.length > 0 ? 'error' : state, lacks };
}

/** A part that does not answer in time counts as unreachable. */
export async function stateOf(check: () => Promise<void>): Promise<'ok' | 'error'> {
  const answer = Promise.resolve()
    .then(check)
    .then(
      () => 'ok' as const,
      () => 'error' as const,
    );
  return within<'ok' | 'error'>(answer, 'error');
}

/** Returns the answer if it arrives in time, else `late`. */
async function within<T>(answer: Promise<T>, late: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const lateness = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(late), patienceMs);
  });
  try {
    return await Promise.race([answer, lateness]);
  } finally {
    clearTimeout(timer);
  }
}
