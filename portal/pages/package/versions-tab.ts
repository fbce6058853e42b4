import type { PackageFront } from '../../../services/packages/front.ts';
import { versionLink } from '../../components/package-link.ts';
import { badge, empty, pager, table, when } from '../../components/show.ts';
import { html, type Content, type Html } from '../../html.ts';
import { type PageContext, withQuery } from '../../page.ts';
import { packageHref } from '../../components/package-link.ts';
import { pageNumber } from '../../page-number.ts';
import { growthCharts } from './growth.ts';
import { stateBadges, statesOfVersion } from './state.ts';
import type { ListedRelease } from '../../../services/releases/get.ts';

const perPage = 50;

export async function versionsTab(context: PageContext, { ecosystem, pkg }: PackageFront): Promise<Html> {
  const { t, services, caller } = context;
  const page = pageNumber(context);
  // one more: the page's last version is compared with the next older one
  const window = { limit: perPage + 1, offset: (page - 1) * perPage };
  const { total, releases } = await services.releases.list(caller, { ecosystem, name: pkg.name }, window);
  if (releases.length === 0)
    return empty(t('packages.no_versions'), html`<a href="/publish">${t('shell.publish')}</a>`);
  const shown = releases.slice(0, perPage);
  return html`<div>
    <h2>${t('packages.tab_versions')}</h2>
    ${table({
      label: t('packages.tab_versions'),
      columns: [
        t('packages.version'),
        t('packages.published'),
        t('packages.download_size'),
        t('packages.tab_dependencies'),
        t('packages.state'),
      ],
      rows: shown.map((release, index) => versionRow(context, pkg, release, releases[index + 1])),
      numbers: [2, 3],
    })}
    ${growthCharts(context, shown)}
    ${pager(context, {
      page,
      pages: Math.ceil(total / perPage),
      hrefOf: (each) =>
        withQuery(packageHref(pkg.ecosystem, pkg.name), {
          tab: 'versions',
          page: each === 1 ? undefined : each,
        }),
    })}
  </div>`;
}

function versionRow(
  context: PageContext,
  { ecosystem, name }: PackageFront['pkg'],
  release: ListedRelease,
  below: ListedRelease | undefined,
): Content[] {
  const { size, number } = context;
  const { bundle, version } = release;
  return [
    versionLink(ecosystem, name, version),
    when(context, release.publishedAt ?? release.uploadedAt),
    bundle && size(bundle.sentBytes + bundle.facts.partBytes),
    bundle && number(bundle.facts.direct),
    stateCell(context, release, below),
  ];
}

/** Empty for an ordinary version. */
function stateCell(
  context: PageContext,
  release: ListedRelease,
  below: ListedRelease | undefined,
): Html | undefined {
  const badges = [
    ...stateBadges(context, statesOfVersion(release)),
    ...(release.isPrerelease ? [badge(context.t('packages.prerelease'))] : []),
    ...vouched(context, release, below),
  ];
  return badges.length === 0 ? undefined : html`<span class="row">${badges}</span>`;
}

/** The sources of trust of the files, and a note where the older version had more of them. */
function vouched({ t }: PageContext, { vouchers }: ListedRelease, below: ListedRelease | undefined): Html[] {
  const all = ['attestation', 'signature'] as const;
  return all.flatMap((voucher) => {
    if (vouchers.includes(voucher)) return [badge(t(`packages.voucher_${voucher}`), 'good')];
    return below?.vouchers.includes(voucher) ? [badge(t(`packages.lost_${voucher}`), 'warning')] : [];
  });
}
