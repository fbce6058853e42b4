import {
  BackendTerminatedError,
  BackendTerminatedUnexpectedlyError,
  ConnectionError,
  IdleTransactionTimeoutError,
  StatementTimeoutError,
} from 'slonik';

const kinds = [
  BackendTerminatedError,
  BackendTerminatedUnexpectedlyError,
  ConnectionError,
  IdleTransactionTimeoutError,
  StatementTimeoutError,
];

/**
 * PostgreSQL codes of a server that is starting, stopping or unavailable, refuses writes, has no resources
 * (connections, disk, memory), can't read its files, or has ended a transaction in favour of another one.
 */
const codes = /^(?:08|25006|25P03|40|53|57P0|58)/;

/**
 * Client codes for a broken connection; some breaks have no code: those while only a rollback or no query was sent.
 */
const broken =
  /^(?:Connection terminated|Client has encountered a connection error|Client is (?:pending destroy|destroyed))/;

const maxCauses = 5;

/** Whether the cause is the database, not the query: the same request may succeed in a moment. */
export function isOutage(error: unknown): boolean {
  let current = error;
  for (let depth = 0; current instanceof Error && depth < maxCauses; depth += 1) {
    const { message } = current;
    if (kinds.some((kind) => current instanceof kind) || broken.test(message)) return true;
    if ('code' in current && typeof current.code === 'string' && codes.test(current.code)) return true;
    current = current.cause;
  }
  return false;
}
