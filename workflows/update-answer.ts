import {
  ApplicationFailure,
  CancellationScope,
  condition,
  defineUpdate,
  setHandler,
} from '@temporalio/workflow';
import { type SettleInput, settleUpdate } from './definitions.ts';

/** The answer of a run to its waiting requests: the member that is set first. */
export interface Settlement<Receipt> {
  receipt: Receipt | undefined;
  failure: ApplicationFailure | undefined;
}

export function openSettlement<Receipt>(input: SettleInput): Settlement<Receipt> {
  const settlement: Settlement<Receipt> = { receipt: undefined, failure: undefined };
  setHandler(
    defineUpdate<Receipt, [SettleInput]>(settleUpdate),
    async () => {
      // a cancelled run also answers, after its end is decided
      await CancellationScope.nonCancellable(() =>
        condition(() => settlement.receipt !== undefined || settlement.failure !== undefined),
      );
      if (settlement.receipt !== undefined) return settlement.receipt;
      throw settlement.failure ?? ApplicationFailure.nonRetryable('the run failed', 'internal');
    },
    { validator: (request) => assertSameUpload(input, request) },
  );
  return settlement;
}

/** Refuses a request for the same version with other bytes, another publisher or another purpose. */
function assertSameUpload(input: SettleInput, request: SettleInput): void {
  const isSameWish = input.intent === undefined || input.intent === request.intent;
  if (isSameWish && request.sha256 === input.sha256 && request.publisher === input.publisher) return;
  throw ApplicationFailure.nonRetryable('another upload of this version is being checked', 'version_exists');
}
