import { html, type Html } from '../../html.ts';
import { type PageContext, withQuery } from '../../page.ts';

/** A link to the analysis of the shown position; scripts keep its half-move up to date. */
export function analysisLink({ t }: Pick<PageContext, 't'>, game: string, ply: number): Html {
  return html`<a class="button" href=${withQuery('/chess/analysis', { game, ply })} data-analysis-of=${game}
    >${t('analysis.here')}</a
  >`;
}
