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
 * Of PostgreSQL: it is starting, stopping or away, takes no writes, has no room (connections, disk, memory), can't read its files, or
 * has ended a transaction in favour of another one.
 */
const codes = /^(?:08|25006|25P03|40|53|57P0|58)/;

/** Codes of the client for a broken connection; it has none for one that broke while nothing or a rollback was sent. */
const broken =
  /^(?:Connection terminated|Client has encountered a connection error|Client is (?:pending destroy|destroyed))/;

const maxCauses = 5;

/** Whether the database, not the query, is to blame: the same request may succeed in a moment. */
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
