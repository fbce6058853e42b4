import { render } from '../../../chess/messages.ts';
import { failureSentence } from '../../../chess/review/failure.ts';
import type { KnownReview } from '../../../services/reviews/known-moves.ts';
import { postForm } from '../../components/form.ts';
import { notice } from '../../components/show.ts';
import { html, type Html } from '../../html.ts';
import type { PageContext } from '../../page.ts';

/** What the review does, or why it ended before its end; nothing where it is completed. */
export function progress(
  context: PageContext,
  { review, annotations }: KnownReview,
  mayCancel: boolean,
): Html | undefined {
  const { t } = context;
  const { status, totalMoves } = review;
  switch (status) {
    case 'completed':
      return undefined;
    case 'queued':
      return notice(
        'plain',
        html`<div class="running">
          <p role="status">${t('review.queued')}</p>
          ${mayCancel && cancel(context)}
        </div>`,
      );
    case 'running': {
      const left = totalMoves - annotations.length;
      const text = html`<div>
        <p role="status">
          ${t('review.running', { done: annotations.length, total: totalMoves })}
          ${left > 0 && annotations.length > 0 && ` ${t('review.still_unknown', { last: left })}`}
        </p>
        <progress value=${annotations.length} max=${totalMoves} aria-label=${t('review.progress')}></progress>
      </div>`;
      return notice('plain', html`<div class="running">${text} ${mayCancel && cancel(context)}</div>`);
    }
    case 'cancelled':
      return notice('warning', html`<p>${t('review.cancelled')}</p>`);
    case 'failed': {
      const reason = render(context.locale, failureSentence(review.failure ?? 'internal'));
      return notice('danger', html`<p>${t('review.failed')} ${reason}.</p>`);
    }
    default:
      return status satisfies never;
  }
}

function cancel(context: PageContext): Html {
  const button = html`<button>${context.t('review.cancel')}</button>`;
  return postForm(context, { name: 'cancel', className: 'form inline' }, button);
}
