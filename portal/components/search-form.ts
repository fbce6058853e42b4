import { fieldLimits } from '../../domain/limits/fields.ts';
import { html, type Html } from '../html.ts';
import type { PageContext } from '../page.ts';

/** The field that finds packages, in the content of a page. */
export function searchForm({ t }: Pick<PageContext, 't'>, value?: string): Html {
  return html`<form
    role="search"
    action="/search"
    method="get"
    class="search large"
    aria-label=${t('shell.search')}
  >
    <label class="hidden" for="page-search">${t('shell.search_packages')}</label>
    <input
      id="page-search"
      type="search"
      name="q"
      maxlength=${fieldLimits['search query'].characters}
      autocomplete="off"
      placeholder=${t('shell.search_packages')}
      value=${value}
      data-suggest="/search/suggest"
    />
    <button class="primary">${t('shell.search')}</button>
  </form>`;
}
