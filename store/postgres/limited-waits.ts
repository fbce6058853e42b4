import { ConnectionError, type DatabasePool as Pool } from 'slonik';
import { createConcurrencyLimit } from '../concurrency-limit.ts';

/** Longest wait for a connection while all are in use, in milliseconds. */
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

/** The same pool, which refuses work that has waited too long for a connection: its own queue has no limit. */
export function limitWaits(pool: Pool, size: number): Pool {
  const connections = createConcurrencyLimit({
    size,
    withinMs: mostMs,
    refuse: () => new ConnectionError(`no connection to the database became free within ${mostMs} ms`),
  });
  const state: Pool['state'] = pool.state;
  for (const method of methods) {
    // one wrapping for methods of different types: arguments and results are passed on as they are
    const call = pool[method] as (...input: unknown[]) => Promise<unknown>;
    Object.assign(pool, { [method]: (...input: unknown[]) => connections.run(() => call(...input)) });
  }
  return Object.assign(pool, {
    state: () => ({ ...state(), waitingClients: connections.waiting }),
  });
}
