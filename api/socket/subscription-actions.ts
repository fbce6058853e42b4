import { z } from 'zod';
import { chessError } from '../../chess/errors.ts';
import { render } from '../../chess/messages.ts';
import { Id, whole } from '../routes/chess/fields.ts';
import { type Action, answering, type Call, readFields } from './call.ts';

/** A game, all games, or a review. */
const Subject = z.object({
  game_id: z.string().nullish(),
  job_id: z.string().nullish(),
});
const Game = z.object({ game_id: Id });
const Review = z.object({ job_id: Id });
const Since = z.object({ since_seq: whole(0, Number.MAX_SAFE_INTEGER).nullish() });

async function subscribe(call: Call): Promise<void> {
  const { locale, subscriptions, answer } = call;
  const message = render(locale, 'subscribed');
  const since = readFields(Since, call).since_seq ?? null;
  const subject = subjectOf(call);
  switch (subject.kind) {
    case 'all':
      subscriptions.followAll(locale);
      // each game numbers its own events: a subscription of all games can't be resumed
      answer({ message, game_id: '*', ...(since === null ? {} : { missed: true }) });
      return;
    case 'game': {
      const { id } = subject;
      const begin = ({ seq, missed }: { seq: number; missed: boolean }) =>
        answer({ message, game_id: id, seq, ...(missed ? { missed } : {}) });
      await subscriptions.followGame(id, { since, locale, begin });
      return;
    }
    case 'review': {
      const { id } = subject;
      const begin = ({ seq }: { seq: number }) => answer({ message, job_id: id, seq });
      // the current state is always sent
      await subscriptions.followReview(id, { since: 0, locale, begin });
      return;
    }
    default:
      subject satisfies never;
  }
}

async function unsubscribe(call: Call): Promise<object> {
  const { locale, subscriptions } = call;
  const message = render(locale, 'unsubscribed');
  const subject = subjectOf(call);
  switch (subject.kind) {
    case 'all':
      subscriptions.leaveAll();
      return { message, game_id: '*' };
    case 'game':
      subscriptions.leaveGame(subject.id);
      return { message, game_id: subject.id };
    case 'review':
      subscriptions.leaveReview(subject.id);
      return { message, job_id: subject.id };
    default:
      return subject satisfies never;
  }
}

type Named = { kind: 'all' } | { kind: 'game' | 'review'; id: string };

function subjectOf(call: Call): Named {
  const { game_id: game, job_id: job } = readFields(Subject, call);
  if (game === '*') return { kind: 'all' };
  if (game !== null && game !== undefined) return { kind: 'game', id: readFields(Game, call).game_id };
  if (job !== null && job !== undefined) return { kind: 'review', id: readFields(Review, call).job_id };
  throw chessError('missing_field', 'error.missing_field', { field: 'game_id' });
}

export const subscriptionActions: Readonly<Record<string, Action>> = {
  subscribe,
  unsubscribe: answering(unsubscribe),
};
