import { BackendTerminatedError, ConnectionError, StatementTimeoutError } from 'slonik';

/** Whether the database, not the query, is to blame: the same request may succeed in a moment. */
export function isOutage(error: unknown): boolean {
  return [BackendTerminatedError, ConnectionError, StatementTimeoutError].some(
    (kind) => error instanceof kind,
  );
}
