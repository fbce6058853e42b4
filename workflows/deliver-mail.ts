import { ActivityFailure, CancellationScope, isCancellation } from '@temporalio/workflow';
import { mailRows, mails } from './activities.ts';
import type { MailInput } from './definitions.ts';
import { finish, takeNotes } from './run-notes.ts';

/** Sends one mail, and retries for two days while the server is unreachable. */
export async function deliverMail(input: MailInput): Promise<'sent' | 'dropped' | 'failed'> {
  const note = takeNotes();
  try {
    const ending = await mails.attemptMail(input);
    finish(ending, note);
    return ending;
  } catch (error) {
    const reason = reasonOf(error);
    note(reason);
    await CancellationScope.nonCancellable(() => mailRows.abandonMail({ ...input, reason }));
    finish(isCancellation(error) ? 'cancelled' : 'failed', note);
    if (isCancellation(error)) throw error;
    return 'failed';
  }
}

function reasonOf(error: unknown): string {
  if (isCancellation(error)) return 'cancelled';
  return error instanceof ActivityFailure ? (error.cause?.message ?? error.message) : 'not sent';
}
