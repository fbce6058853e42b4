import { ActivityFailure, ApplicationFailure, isCancellation } from '@temporalio/workflow';
import { scanFailed } from './definitions.ts';

/**
 * Returns an expected refusal (the failure's type is the error code); undefined for a fault that needs an operator.
 */
export function asRefusal(error: unknown): ApplicationFailure | undefined {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (!(cause instanceof ApplicationFailure) || !cause.nonRetryable) return undefined;
  // not a refusal: a release that could not be scanned is held
  if (cause.type === scanFailed) return undefined;
  return ApplicationFailure.create({
    message: cause.message,
    type: cause.type ?? 'internal',
    nonRetryable: true,
    details: cause.details ?? [],
    category: 'BENIGN',
  });
}

/** The error for a waiting client when a step gave up for good. */
export function asFault(error: unknown): ApplicationFailure {
  const message = isCancellation(error) ? 'the publish was cancelled by an operator' : 'the publish failed';
  return ApplicationFailure.create({ message, type: 'internal', nonRetryable: true });
}
