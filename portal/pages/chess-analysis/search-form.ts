import { select } from '../../components/form.ts';
import { html, type Html } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import type { Shown } from './page-data.ts';
import { hiddenPlace } from './hidden-place.ts';
import { lineCounts, path } from './place.ts';

/** The time of the single search without scripts, during which the reader waits. */
const onceMs = 2_000;

/** The button `Analyse`: one search without scripts; with scripts searches of rising depth, until `Stop`. */
export function searchForm({ t, number, services }: PageContext, { place }: Shown): Html {
  const ceilingMs = services.config.chess.analysisPositionMaxMovetimeMs;
  const seconds = number(ceilingMs / 1_000);
  return html`<form method="get" action=${path} class="form inline search-position" data-control="search">
    ${hiddenPlace(place, ['lines'])}
    ${select({
      name: 'lines',
      label: t('analysis.line_count'),
      value: String(place.lines),
      choices: Array.from({ length: lineCounts.most }, (_, index) => String(index + 1)).map((value) => ({
        value,
        label: value,
      })),
    })}
    <button class="primary" name="analyse" value=${Math.min(onceMs, ceilingMs)}>
      ${t('analysis.analyse')}
    </button>
    <button type="button" data-control="stop" hidden>${t('analysis.stop')}</button>
    <p class="hint">${t('analysis.ceiling', { seconds })}</p>
  </form>`;
}
