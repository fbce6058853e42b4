import type { Facets } from '../../../services/search/search-packages.ts';
import { html, type Html } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import { searchHref, type Wanted } from './wanted.ts';

type FacetName = keyof Facets;

/** The facets of the result, with the number of packages of each value. */
export function facetLists(context: PageContext, wanted: Wanted, facets: Facets): Html {
  const names: readonly FacetName[] = ['ecosystem', 'license', 'keyword'];
  return html`<div class="facets">
    ${names.map((name) => facetList(context, wanted, name, facets[name] ?? []))}
  </div>`;
}

function facetList(
  { t, number }: PageContext,
  wanted: Wanted,
  name: FacetName,
  counted: NonNullable<Facets[FacetName]>,
): Html | undefined {
  const chosen = wanted[name];
  if (counted.length === 0 && chosen === undefined) return undefined;
  const isListed = counted.some(({ value }) => value === chosen);
  return html`<section>
    <h2 id="facet-${name}">${t(`packages.facet_${name}`)}</h2>
    <ul>
      ${
        chosen !== undefined &&
        html`<li>
          <a href=${searchHref(wanted, { [name]: undefined })}>${t('packages.any')}</a>
        </li>`
      }
      ${chosen !== undefined && !isListed && html`<li><strong>${chosen}</strong></li>`}
      ${counted.map(
        ({ value, count }) =>
          html`<li>
            ${
              value === chosen
                ? html`<strong aria-current="true">${value}</strong>`
                : html`<a href=${searchHref(wanted, { [name]: value })} rel="nofollow">${value}</a>`
            } <span class="count">${number(count)}</span>
          </li>`,
      )}
    </ul>
  </section>`;
}
