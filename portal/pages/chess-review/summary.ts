import { isIdleBlunder } from '../../../chess/review/key-moments.ts';
import { qualities, type Quality } from '../../../chess/review/result.ts';
import type { KnownReview } from '../../../services/reviews/known-moves.ts';
import { table } from '../../components/show.ts';
import { nextOf, type PlaceAddress } from '../../components/board/place.ts';
import type { Story } from '../../components/board/story.ts';
import { html, type Html } from '../../html.ts';
import type { PageContext } from '../../page.ts';

const sides = ['white', 'black'] as const;

interface Shown {
  story: Story;
  ply: number;
  address: PlaceAddress;
}

/** Key moments, and counts by class, of the moves judged so far. */
export function summary(context: PageContext, { result }: KnownReview, shown: Shown): Html {
  return html`<div data-part="summary">
    ${result && keyMoments(context, result, shown)}
    <section class="compact">
      <h2>${context.t('review.counts')}</h2>
      ${counts(context, shown)}
      <p class="muted small">${context.t('review.class_hint')}</p>
    </section>
  </div>`;
}

/** The accuracy of both sides, overall and by phase, once the review is complete. */
export function accuracies(context: PageContext, { result }: KnownReview): Html | null {
  return result && accuracy(context, result);
}

function accuracy({ t, number }: PageContext, result: NonNullable<KnownReview['result']>): Html {
  const { summary, phases } = result;
  const percent = (value: number | null) => (value === null ? '–' : `${number(value)}%`);
  return html`<section class="compact">
    <h2>${t('review.accuracy')}</h2>
    <div class="accuracies">
      ${sides.map(
        (side) =>
          html`<p class="accuracy ${side}">
            <span>${t(`review.${side}`)}</span>
            <strong>${percent(summary[`${side}_accuracy`])}</strong>
          </p>`,
      )}
    </div>
    ${table({
      label: t('review.accuracy_by_phase'),
      columns: [t('review.phase'), t('review.white'), t('review.black')],
      numbers: [1, 2],
      rows: [
        ...phases.map((phase) => [
          t(`review.phase_${phase.phase}`),
          percent(phase.white_accuracy),
          percent(phase.black_accuracy),
        ]),
        [t('review.average_loss'), number(summary.white_avg_cp_loss), number(summary.black_avg_cp_loss)],
      ],
    })}
  </section>`;
}

/** The number of moves of one side and quality. */
export function countOf({ moves }: Story, side: 'white' | 'black', quality: Quality): number {
  return moves.filter((move) => move.side === side && move.judged?.quality === quality).length;
}

function counts({ t, number }: PageContext, { story, ply, address }: Shown): Html {
  const count = (side: 'white' | 'black', quality: Quality) => {
    const next = nextOf(story, { quality, side }, ply);
    const name = t(`review.quality_${quality}`);
    if (next === undefined) return number(0);
    return html`<a
      href=${address({ ply: next })}
      data-next=${quality}
      data-side=${side}
      aria-label=${t('review.next_of', { count: countOf(story, side, quality), side: t(`review.${side}`), quality: name })}
      >${number(countOf(story, side, quality))}</a
    >`;
  };
  return table({
    label: t('review.counts'),
    columns: [t('review.class'), t('review.white'), t('review.black')],
    numbers: [1, 2],
    rows: qualities.map((quality) => [
      t(`review.quality_${quality}`),
      count('white', quality),
      count('black', quality),
    ]),
  });
}

function keyMoments(
  { t, number }: PageContext,
  { key_moments: moments, annotations }: NonNullable<KnownReview['result']>,
  { story, ply, address }: Shown,
): Html {
  const idle = annotations.filter(isIdleBlunder).length;
  return html`<section>
    <h2>${t('review.key_moments')}</h2>
    ${
      moments.length === 0
        ? html`<p>${t('review.no_key_moments')}</p>`
        : html`<ol class="key-moments">
            ${moments.map(
              (each) =>
                html`<li>
                  <a
                    href=${address({ ply: each.ply })}
                    data-ply=${each.ply}
                    aria-current=${each.ply === ply ? 'true' : undefined}
                    >${story.moves[each.ply - 1]?.label}</a
                  >
                  <span>
                    ${t(`review.kind_${each.kind}`, { san: each.best_san })}
                    <span class="muted small"> ${story.moves[each.ply - 1]?.judged?.loss}</span>
                  </span>
                </li>`,
            )}
          </ol>`
    }
    ${idle > 0 && html`<p class="muted small">${t('review.idle_blunders', { count: number(idle) })}</p>`}
  </section>`;
}
