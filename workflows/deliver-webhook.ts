import { CancellationScope, isCancellation } from '@temporalio/workflow';
import { webhookRows, webhooks } from './activities.ts';
import type { DeliverInput } from './definitions.ts';
import { finish, takeNotes } from './run-notes.ts';

/** Delivers one event to one receiver, with retries for a day. */
export async function deliverWebhook(input: DeliverInput): Promise<'delivered' | 'gone' | 'failed'> {
  const note = takeNotes();
  try {
    const ending = await webhooks.attemptDelivery(input);
    finish(ending, note);
    return ending;
  } catch (error) {
    note('not delivered');
    await CancellationScope.nonCancellable(() => webhookRows.abandonDelivery(input));
    finish(isCancellation(error) ? 'cancelled' : 'failed', note);
    if (isCancellation(error)) throw error;
    return 'failed';
  }
}
