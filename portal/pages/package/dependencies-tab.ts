import type { PackageFront } from '../../../services/packages/front.ts';
import type { NeededPackage } from '../../../services/packages/dependencies.ts';
import { packageHref } from '../../components/package-link.ts';
import { empty, pager, table } from '../../components/show.ts';
import { html, type Html } from '../../html.ts';
import { type PageContext, withQuery } from '../../page.ts';
import { pageNumber } from '../../page-number.ts';

const perPage = 100;

/** The dependencies of the shown version, by its manifest. */
export async function dependenciesTab(context: PageContext, front: PackageFront): Promise<Html> {
  const { t } = context;
  const page = pageNumber(context);
  const { pkg } = front;
  const found = await listNeeded(context, front, { limit: perPage, offset: (page - 1) * perPage });
  return html`<div>
    <h2>${t('packages.tab_dependencies')}</h2>
    ${dependencyTable(context, front, found.dependencies)}
    ${pager(context, {
      page,
      pages: Math.ceil(found.total / perPage),
      hrefOf: (each) => withQuery(packageHref(pkg.ecosystem, pkg.name), { tab: 'dependencies', page: each }),
    })}
  </div>`;
}

/** The same section on the page of one version. */
export async function dependencySection(context: PageContext, front: PackageFront): Promise<Html> {
  const { t } = context;
  const { total, dependencies } = await listNeeded(context, front, { limit: perPage, offset: 0 });
  return html`<section>
    <h2 id="dependencies">
      ${t('packages.tab_dependencies')} <span class="count">${context.number(total)}</span>
    </h2>
    ${dependencyTable(context, front, dependencies)}
    ${total > dependencies.length && html`<p>${t('packages.and_more', { count: total - dependencies.length })}</p>`}
  </section>`;
}

async function listNeeded(
  { services, caller }: PageContext,
  { ecosystem, pkg, shown }: PackageFront,
  window: { limit: number; offset: number },
): Promise<{ total: number; dependencies: readonly NeededPackage[] }> {
  if (!shown) return { total: 0, dependencies: [] };
  const named = { ecosystem, name: pkg.name, version: shown.version };
  return services.packages.listDependencies(caller, named, window);
}

function dependencyTable(
  { t }: PageContext,
  { pkg }: PackageFront,
  dependencies: readonly NeededPackage[],
): Html {
  if (dependencies.length === 0) return empty(t('packages.no_dependencies'));
  return table({
    label: t('packages.tab_dependencies'),
    columns: [t('packages.name'), t('packages.requirement'), t('packages.kind')],
    rows: dependencies.map(({ name, requirement, kind, isHere }) => [
      isHere ? html`<a href=${packageHref(pkg.ecosystem, name)}>${name}</a>` : name,
      requirement && html`<code>${requirement}</code>`,
      t(`packages.kind_${kind}`),
    ]),
  });
}
