import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import type { ActivityInboundCallsInterceptor } from '@temporalio/worker';
import { CodedError } from '../domain/coded-error.ts';

/**
 * The one place where an error with a code becomes a failure that workflows understand: its code is the type; a
 * permanent one is not retried and, being expected, does not alarm anybody.
 */
export const domainFailures: ActivityInboundCallsInterceptor = {
  async execute(input, next) {
    try {
      return await next(input);
    } catch (error) {
      if (!(error instanceof CodedError)) throw error;
      throw ApplicationFailure.create({
        message: error.detail,
        type: error.code,
        nonRetryable: error.isPermanent,
        details: [{ ...error.meta }],
        cause: error,
        ...(error.isPermanent ? { category: ApplicationFailureCategory.BENIGN } : {}),
      });
    }
  },
};
