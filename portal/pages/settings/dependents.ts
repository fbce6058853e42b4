import { firstOf } from '../../../domain/paging.ts';
import { html, type Html } from '../../html.ts';
import { type PageContext, pathOf } from '../../page.ts';
import { namedPackage } from '../named.ts';

const mostNamed = 20;

/** The dependents of the package that are visible to the reader, shown before a deletion. */
export async function dependentsOf(context: PageContext): Promise<Html> {
  const { t, caller, services, number } = context;
  const named = namedPackage(context);
  const page = await services.packages.listDependents(caller, named, firstOf(mostNamed));
  const { total, isTotalExact, dependents } = page;
  if (total === 0) return html`<p>${t('publishing.no_dependents')}</p>`;
  const count = isTotalExact ? number(total) : `${number(total)}+`;
  return html`<div class="notice warning" role="note">
    <p class="notice-title">${t('publishing.dependents', { count })}</p>
    <ul>
      ${dependents.map(
        ({ name }) => html`<li><a href=${pathOf('packages', named.ecosystem.id, name)}>${name}</a></li>`,
      )}
      ${total > dependents.length && html`<li>…</li>`}
    </ul>
  </div>`;
}
