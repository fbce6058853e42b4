import { DefaultFailureConverter, type FailureConverter } from '@temporalio/common';
import { errorText, messageOf } from '../domain/error-text.ts';

/** A cause of a cause of a cause says no more, and two errors may be each other's cause. */
const maxCauses = 5;

/**
 * What a worker tells the workflow service about an error: a bounded sentence, its type, its causes, and no stack. The SDK
 * searches a stack with expressions whose time grows with the square of a line, and a stack begins with the message, which
 * may be an outsider's text. The stack is in the log of the process.
 */
class BoundedFailureConverter extends DefaultFailureConverter {
  override errorToFailure(...[error, ...rest]: Parameters<FailureConverter['errorToFailure']>) {
    return super.errorToFailure(withoutStack(error, maxCauses), ...rest);
  }
}

/** A copy: the error itself is still to be logged. */
function withoutStack(thrown: unknown, causes: number): Error {
  if (!(thrown instanceof Error)) return stackless(new Error(messageOf(thrown)));
  const cause =
    thrown.cause === undefined || causes === 0 ? undefined : withoutStack(thrown.cause, causes - 1);
  // the SDK knows its failures by their prototype
  const copy = Object.create(
    Object.getPrototypeOf(thrown),
    Object.getOwnPropertyDescriptors(thrown),
  ) as Error;
  const value = errorText(thrown.message);
  Object.defineProperty(copy, 'message', { value, configurable: true });
  Object.defineProperty(copy, 'cause', { value: cause, configurable: true });
  return stackless(copy);
}

function stackless(error: Error): Error {
  return Object.defineProperty(error, 'stack', { value: '', configurable: true });
}

/** Found by this name by the SDK (`failureConverterPath`). */
export const failureConverter: FailureConverter = new BoundedFailureConverter();

/** For every worker: `dataConverter`. */
export const boundedFailures = { failureConverterPath: import.meta.filename };
