import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import type { ActivityInboundCallsInterceptor } from '@temporalio/worker';
import { CodedError } from '../domain/coded-error.ts';

/**
 * Converts every error with a code into a failure that workflows understand: the code is the failure's type. A
 * permanent error is not retried and, as an expected one, raises no alarm.
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
