import type { ReleaseVariant } from '../../../services/releases/variants.ts';
import { shortVersion, versionLink } from '../../components/package-link.ts';
import { table, when } from '../../components/show.ts';
import { type Content, html, type Html } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import { stateBadges, statesOfVersion } from '../package/state.ts';
import type { VersionFront } from './front.ts';

const mostShown = 100;

/** The version on other platforms: gems of the same number, images of an index. */
export async function platformSection(context: PageContext, front: VersionFront): Promise<Html | undefined> {
  const { t, caller, services, number } = context;
  const { ecosystem, pkg, shown } = front;
  const variants = await services.releases.listVariants(caller, { ecosystem, pkg, release: shown });
  if (variants.length === 0) return undefined;
  const more = variants.length - mostShown;
  return html`<section>
    <h2 id="platforms">${t('packages.platforms')} <span class="count">${number(variants.length)}</span></h2>
    ${table({
      label: t('packages.platforms'),
      columns: [
        t('packages.platform'),
        t('packages.version'),
        t('packages.download_size'),
        t('packages.published'),
        t('packages.state'),
      ],
      rows: variants.slice(0, mostShown).map((variant) => variantRow(context, front, variant)),
      numbers: [2],
    })}
    ${more > 0 && html`<p>${t('packages.and_more', { count: more })}</p>`}
  </section>`;
}

function variantRow(
  context: PageContext,
  { pkg, shown }: VersionFront,
  { platform, versionKey, line }: ReleaseVariant,
): Content[] {
  const { size } = context;
  const name = html`<code class="wrap">${platform}</code>`;
  if (line === null)
    return [
      name,
      html`<span title=${versionKey}>${shortVersion(versionKey)}</span>`,
      undefined,
      undefined,
      undefined,
    ];
  const { bundle, version } = line;
  return [
    name,
    line.versionKey === shown.versionKey
      ? html`<strong title=${version}>${shortVersion(version)}</strong>`
      : versionLink(pkg.ecosystem, pkg.name, version),
    bundle && size(bundle.sentBytes + bundle.facts.partBytes),
    when(context, line.publishedAt ?? line.uploadedAt),
    stateBadges(context, statesOfVersion(line)),
  ];
}
