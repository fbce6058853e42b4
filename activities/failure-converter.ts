import {
  ApplicationFailure,
  DefaultFailureConverter,
  type FailureConverter,
  TemporalFailure,
} from '@temporalio/common';
import { errorText, messageOf } from '../domain/error-text.ts';

/** Bounds cycles: two errors can be each other's cause. */
const maxCauses = 5;

/**
 * Converts a worker's error for the workflow service: a bounded message, its type, its causes, and no stack. The SDK
 * searches a stack with regular expressions whose time grows with the square of the line length, and a stack begins
 * with the message, which may be untrusted text. The process logs the stack. An error that can't be converted would
 * end the worker, so this method never throws.
 */
class BoundedFailureConverter extends DefaultFailureConverter {
  override errorToFailure(...[error, ...rest]: Parameters<FailureConverter['errorToFailure']>) {
    try {
      return super.errorToFailure(withoutStack(error, maxCauses), ...rest);
    } catch {
      // members that throw when they are read, or details that can't be serialized as JSON
      return super.errorToFailure(stackless(withoutDetails(error)), ...rest);
    }
  }
}

/** Returns a copy, because the original error is still to be logged. */
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
 * The SDK identifies its own failures by their prototype and reads their members. It sends only the message of other
 * errors, and members of a `DOMException` throw on a copy.
 */
function sameKind(failure: TemporalFailure): Error {
  return Object.create(
    Object.getPrototypeOf(failure) as object,
    Object.getOwnPropertyDescriptors(failure),
  ) as Error;
}

/** Keeps whether the failure may be retried. */
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

/** The SDK imports it by this name (`failureConverterPath`). */
export const failureConverter: FailureConverter = new BoundedFailureConverter();

/** The `dataConverter` of every worker. */
export const boundedFailures = { failureConverterPath: import.meta.filename };
