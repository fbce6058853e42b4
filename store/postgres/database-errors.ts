import {
  BackendTerminatedError,
  BackendTerminatedUnexpectedlyError,
  CheckExclusionConstraintViolationError,
  CheckIntegrityConstraintViolationError,
  ForeignKeyIntegrityConstraintViolationError,
  IdleTransactionTimeoutError,
  InputSyntaxError,
  InvalidInputError,
  NotNullIntegrityConstraintViolationError,
  StatementCancelledError,
  StatementTimeoutError,
  UniqueIntegrityConstraintViolationError,
} from 'slonik';

type Wrap = (error: Error, sql: string) => Error;

const byCode: Readonly<Record<string, Wrap>> = {
  '22P02': ({ message }) => new InvalidInputError(message),
  '25P03': (error) => new IdleTransactionTimeoutError(error),
  '57P01': (error) => new BackendTerminatedError(error),
  '57014': (error) =>
    error.message.includes('due to user request')
      ? new StatementCancelledError(error)
      : new StatementTimeoutError(error),
  '23502': (error) => new NotNullIntegrityConstraintViolationError(error),
  '23503': (error) => new ForeignKeyIntegrityConstraintViolationError(error),
  '23505': (error) => new UniqueIntegrityConstraintViolationError(error),
  '23P01': (error) => new CheckExclusionConstraintViolationError(error),
  '23514': (error) => new CheckIntegrityConstraintViolationError(error),
  '42601': (error, sql) => new InputSyntaxError(error, { sql, values: [] }),
};

/** Converts an error of the client to an error of the pool. */
export function asPoolError(error: unknown, sql = ''): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const message = error.message.toLowerCase();
  if (message.includes('connection terminated unexpectedly'))
    return new BackendTerminatedUnexpectedlyError(error);
  if (message.includes('connection terminated')) return new BackendTerminatedError(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return byCode[code]?.(error, sql) ?? error;
}
