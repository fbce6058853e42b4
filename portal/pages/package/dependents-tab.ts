import type { PackageFront } from '../../../services/packages/front.ts';
import { packageHref, versionLink } from '../../components/package-link.ts';
import { empty, pager, table } from '../../components/show.ts';
import { html, type Html } from '../../html.ts';
import { type PageContext, withQuery } from '../../page.ts';
import { pageNumber } from '../../page-number.ts';

const perPage = 50;

/** Packages that depend on this one and are visible to the reader. */
export async function dependentsTab(context: PageContext, { ecosystem, pkg }: PackageFront): Promise<Html> {
  const { t, services, caller } = context;
  const page = Math.min(pageNumber(context), 1_000 / perPage);
  const window = { limit: perPage, offset: (page - 1) * perPage };
  const named = { ecosystem, name: pkg.name };
  const { total, isTotalExact, dependents } = await services.packages.listDependents(caller, named, window);
  if (dependents.length === 0)
    return html`<div>
      <h2>${t('packages.tab_dependents')}</h2>
      ${empty(t('packages.no_dependents'))}
    </div>`;
  return html`<div>
    <h2>${t('packages.tab_dependents')}</h2>
    ${!isTotalExact && html`<p class="muted">${t('packages.first_of_many', { count: total })}</p>`}
    ${table({
      label: t('packages.tab_dependents'),
      columns: [t('packages.name'), t('packages.version'), t('packages.requirement'), t('packages.kind')],
      rows: dependents.map(({ name, version, requirement, kind }) => [
        html`<a href=${packageHref(pkg.ecosystem, name)}>${name}</a>`,
        versionLink(pkg.ecosystem, name, version),
        requirement && html`<code>${requirement}</code>`,
        t(`packages.kind_${kind}`),
      ]),
    })}
    ${pager(context, {
      page,
      pages: Math.ceil(total / perPage),
      hrefOf: (each) => withQuery(packageHref(pkg.ecosystem, pkg.name), { tab: 'dependents', page: each }),
    })}
  </div>`;
}
