import { html, type Html } from '../../html.ts';
import { type PageContext, withQuery } from '../../page.ts';

/** Leads to the analysis of the position that is shown; scripts keep its half-move. */
export function analysisLink({ t }: Pick<PageContext, 't'>, game: string, ply: number): Html {
  return html`<a class="button" href=${withQuery('/chess/analysis', { game, ply })} data-analysis-of=${game}
    >${t('analysis.here')}</a
  >`;
}
