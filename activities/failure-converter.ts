import {
  ApplicationFailure,
  DefaultFailureConverter,
  type FailureConverter,
  TemporalFailure,
} from '@temporalio/common';
import { errorText, messageOf } from '../domain/error-text.ts';

/** Deeper causes add nothing, and two errors can be each other's cause. */
const maxCauses = 5;

/**
 * A worker's report of an error to the workflow service: a bounded sentence, its type, its causes, and no stack. The SDK
 * searches a stack with expressions whose time grows with the square of a line, and a stack begins with the message, which
 * may be an outsider's text. The stack is in the log of the process. An error that can not be converted ends the whole worker,
 * so this never throws.
 */
class BoundedFailureConverter extends DefaultFailureConverter {
  override errorToFailure(...[error, ...rest]: Parameters<FailureConverter['errorToFailure']>) {
    try {
      return super.errorToFailure(withoutStack(error, maxCauses), ...rest);
    } catch {
      // members that throw when they are read, or details that are no JSON
      return super.errorToFailure(stackless(withoutDetails(error)), ...rest);
    }
  }
}

/** A copy: the error itself is still to be logged. */
function withoutStack(thrown: unknown, causes: number): Error {
  if (!(thrown instanceof Error)) return stackless(new Error(messageOf(thrown)));
  const cause =
    thrown.cause === undefined || causes === 0 ? undefined : withoutStack(thrown.cause, causes - 1);
  const value = errorText(thrown.message);
  const copy = thrown instanceof TemporalFailure ? sameKind(thrown) : new Error();
  Object.defineProperty(copy, 'message', { value, configurable: true });
  Object.defineProperty(copy, 'cause', { value: cause, configurable: true });
  return stackless(copy);
}

/**
 * The SDK knows its own failures by their prototype and reads their members. Of other errors it sends the message alone, and
 * members of a `DOMException` throw on a copy.
 */
function sameKind(failure: TemporalFailure): Error {
  return Object.create(
    Object.getPrototypeOf(failure) as object,
    Object.getOwnPropertyDescriptors(failure),
  ) as Error;
}

/** Whether it may be tried again stays. */
function withoutDetails(thrown: unknown): Error {
  const message = 'an error that can not be described';
  if (!(thrown instanceof ApplicationFailure)) return new Error(message);
  const { type, nonRetryable } = thrown;
  const named = type ? { type } : {};
  return ApplicationFailure.create({ message, ...named, nonRetryable: nonRetryable === true });
}

function stackless(error: Error): Error {
  return Object.defineProperty(error, 'stack', { value: '', configurable: true });
}

/** Found by this name by the SDK (`failureConverterPath`). */
export const failureConverter: FailureConverter = new BoundedFailureConverter();

/** For every worker: `dataConverter`. */
export const boundedFailures = { failureConverterPath: import.meta.filename };
