import { ConnectionError, type DatabasePool as Pool } from 'slonik';
import { createConcurrencyLimit } from '../concurrency-limit.ts';

/** Maximum wait for a connection while all are in use, in milliseconds. */
const mostMs = 20_000;

const methods = [
  'any',
  'anyFirst',
  'connect',
  'exists',
  'many',
  'manyFirst',
  'maybeOne',
  'maybeOneFirst',
  'one',
  'oneFirst',
  'query',
  'record',
  'transaction',
] as const;

/** The same pool, which refuses work after too long a wait for a connection: the pool's own queue has no limit. */
export function limitWaits(pool: Pool, size: number): Pool {
  const connections = createConcurrencyLimit({
    size,
    withinMs: mostMs,
    refuse: () => new ConnectionError(`no connection to the database became free within ${mostMs} ms`),
  });
  const state: Pool['state'] = pool.state;
  for (const method of methods) {
    // one wrapper for methods of different types: arguments and results are passed unchanged
    const call = pool[method] as (...input: unknown[]) => Promise<unknown>;
    Object.assign(pool, { [method]: (...input: unknown[]) => connections.run(() => call(...input)) });
  }
  return Object.assign(pool, {
    state: () => ({ ...state(), waitingClients: connections.waiting }),
  });
}
