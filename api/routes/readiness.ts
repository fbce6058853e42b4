import { z } from 'zod';
import type { ManagementDeps, Routes } from './deps.ts';
import { remember } from './short-cache.ts';

/** Each rejects when its part is away. `redis` is null where none is configured. */
export interface Checks {
  database(): Promise<void>;
  redis: (() => Promise<void>) | null;
  storage(): Promise<void>;
  search(): Promise<void>;
  temporal(): Promise<void>;
}

const State = z.enum(['ok', 'error', 'disabled']);
type State = z.infer<typeof State>;

const Readiness = z.object({
  status: z.enum(['ready', 'not_ready']),
  database: State,
  redis: State,
  storage: State,
  search: State,
  temporal: State,
});
type Readiness = z.infer<typeof Readiness>;

const rememberMs = 1_000;
/** A part that does not answer is as good as away. */
const patienceMs = 2_000;

export function registerReadiness(app: Routes, deps: ManagementDeps): void {
  const check = remember(rememberMs, () => checkAll(deps.checks));
  app.get(
    '/readiness',
    {
      config: { tier: 'none', identity: 'ignored' },
      schema: {
        operationId: 'getReadiness',
        tags: ['platform'],
        summary: 'Whether this process can serve; database and Redis decide',
        response: { 200: Readiness, 503: Readiness },
      },
    },
    async (_request, reply) => {
      const states = await check();
      const isReady = states.database === 'ok' && states.redis !== 'error' && !deps.isDraining();
      const body: Readiness = { status: isReady ? 'ready' : 'not_ready', ...states };
      return reply
        .header('cache-control', 'no-store')
        .code(isReady ? 200 : 503)
        .send(body);
    },
  );
}

async function checkAll(checks: Checks): Promise<Omit<Readiness, 'status'>> {
  const [database, redis, storage, search, temporal] = await Promise.all([
    stateOf(checks.database),
    checks.redis === null ? ('disabled' as const) : stateOf(checks.redis),
    stateOf(checks.storage),
    stateOf(checks.search),
    stateOf(checks.temporal),
  ]);
  return { database, redis, storage, search, temporal };
}

async function stateOf(check: () => Promise<void>): Promise<State> {
  let timer: NodeJS.Timeout | undefined;
  const lateness = new Promise<State>((resolve) => {
    timer = setTimeout(() => resolve('error'), patienceMs);
  });
  const answer = Promise.resolve()
    .then(check)
    .then(
      (): State => 'ok',
      (): State => 'error',
    );
  try {
    return await Promise.race([answer, lateness]);
  } finally {
    clearTimeout(timer);
  }
}
