import { render } from '../../../chess/messages.ts';
import { failureSentence } from '../../../chess/review/failure.ts';
import type { KnownReview } from '../../../services/reviews/known-moves.ts';
import { postForm } from '../../components/form.ts';
import { notice } from '../../components/show.ts';
import { type Content, html, type Html } from '../../html.ts';
import type { PageContext } from '../../page.ts';

/** The progress of the review, or why it ended early; undefined for a completed review. */
export function progress(
  context: PageContext,
  { review, annotations, hasGame }: KnownReview,
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
          <div>
            <p role="status">${t('review.queued')}</p>
            ${reload(context)}
          </div>
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
        ${reload(context)}
      </div>`;
      return notice('plain', html`<div class="running">${text} ${mayCancel && cancel(context)}</div>`);
    }
    case 'cancelled':
      return ended('warning', t('review.cancelled'), hasGame && again(context));
    case 'failed': {
      const reason = render(context.locale, failureSentence(review.failure ?? 'internal'));
      // another try does not make illegal moves playable
      const mayHelp = hasGame && review.failure !== 'game_invalid';
      return ended('danger', `${t('review.failed')} ${reason}.`, mayHelp && again(context));
    }
    default:
      return status satisfies never;
  }
}

/** For readers without scripts. The empty address is the current one, with the reader's place. */
function reload({ t }: PageContext): Html {
  return html`<p class="unscripted hint">${t('review.reload')} <a href="">${t('play.reload_link')}</a></p>`;
}

function ended(tone: 'warning' | 'danger', text: string, button: Content): Html {
  return notice(
    tone,
    html`<div class="running">
      <p>${text}</p>
      ${button}
    </div>`,
  );
}

function cancel(context: PageContext): Html {
  const button = html`<button>${context.t('review.cancel')}</button>`;
  return postForm(context, { name: 'cancel', className: 'form inline' }, button);
}

function again(context: PageContext): Html {
  const button = html`<button>${context.t('review.again')}</button>`;
  return postForm(context, { name: 'again', className: 'form inline' }, button);
}
