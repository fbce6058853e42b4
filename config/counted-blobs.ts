import { DomainError } from '../domain/errors.ts';
import type { Blobs } from '../store/blobs/blobs.ts';
import { refuseInTransaction } from '../store/postgres/transactions.ts';
import type { Metrics } from './metrics.ts';

/** The same store, with every operation counted by result and refused within a transaction. */
export function countBlobs(blobs: Blobs, metrics: Metrics): Blobs {
  async function counted<T>(operation: string, work: () => Promise<T>): Promise<T> {
    try {
      const result = await outside(work);
      metrics.blobs.inc({ operation, result: 'ok' });
      return result;
    } catch (error) {
      metrics.blobs.inc({ operation, result: resultOf(error) });
      throw error;
    }
  }
  return {
    kind: blobs.kind,
    put: (key, body) => counted('put', () => blobs.put(key, body)),
    putIfAbsent: (key, body) => counted('put', () => blobs.putIfAbsent(key, body)),
    move: (from, to) => counted('move', () => blobs.move(from, to)),
    copy: (from, to) => counted('copy', () => blobs.copy(from, to)),
    append: (key, state, body, options) => counted('append', () => blobs.append(key, state, body, options)),
    seal: (key, state) => counted('seal', () => blobs.seal(key, state)),
    drop: (key, state) => counted('drop', () => blobs.drop(key, state)),
    stat: (key) => counted('stat', () => blobs.stat(key)),
    read: (key, range) => counted('read', () => blobs.read(key, range)),
    withLocalFile: (key, use) => outside(() => blobs.withLocalFile(key, use)),
    delete: (key) => counted('delete', () => blobs.delete(key)),
    list: (prefix) => outside(() => blobs.list(prefix)),
    removeUnfinished: (ageMs) => outside(() => blobs.removeUnfinished(ageMs)),
    ping: () => blobs.ping(),
    close: () => blobs.close(),
  };
}

/** The result for an error: a missing blob or an interrupted client is not an outage. */
function resultOf(error: unknown): 'away' | 'error' {
  return error instanceof DomainError && error.code === 'overloaded' ? 'away' : 'error';
}

function outside<Result>(work: () => Result): Result {
  refuseInTransaction('the blob store');
  return work();
}
