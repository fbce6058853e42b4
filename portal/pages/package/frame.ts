import type { PackageFront } from '../../../services/packages/front.ts';
import { actionHref, packageHref, shortVersion, versionHref } from '../../components/package-link.ts';
import { copyButton, ecosystemBadge, tabs, when } from '../../components/show.ts';
import { html, type Content, type Html } from '../../html.ts';
import { type PageContext, withQuery } from '../../page.ts';
import { packageBanners, stateBadges, statesOf, statesOfVersion, versionBanners } from './state.ts';

export const tabNames = ['readme', 'versions', 'dependencies', 'dependents', 'security', 'activity'] as const;
export type TabName = (typeof tabNames)[number];

/** The head of every tab of a package. */
export function packageFrame(
  context: PageContext,
  front: PackageFront,
  { tab, content, aside }: { tab: TabName; content: Content; aside: Content },
): Html {
  const { t } = context;
  const { pkg, shown } = front;
  // a package without a visible version has no texts yet
  const description = pkg.description ?? shown?.publication?.description;
  return html`<div>
    <div class="title-row">
      <h1>${pkg.name}</h1>
      ${copyButton(t('packages.copy_name'), pkg.name, t('shell.copied'))} ${ecosystemBadge(pkg.ecosystem)}
      ${stateBadges(context, [...statesOf(pkg), ...(shown ? statesOfVersion(shown) : [])])}
    </div>
    ${description && html`<p class="lead">${description}</p>`} ${shownLine(context, front)}
    ${packageBanners(context, pkg)} ${shown && versionBanners(context, shown)}
    ${packageTabs(context, front, tab)}
    <div class="columns">
      <div>${content}</div>
      <aside aria-label=${t('packages.facts')}>${aside}</aside>
    </div>
  </div>`;
}

function shownLine(context: PageContext, { pkg, shown, previous, isManaged }: PackageFront): Html {
  const { t } = context;
  const { ecosystem, name } = pkg;
  return html`<p class="row small">
    ${
      shown &&
      html`<a href=${versionHref(ecosystem, name, shown.version)} title=${shown.version}
        >${shortVersion(shown.version)}</a
      >`
    }
    ${shown && copyButton(t('packages.copy_version'), shown.version, t('shell.copied'))}
    ${shown && html`<span class="muted">${when(context, shown.publishedAt ?? shown.uploadedAt)}</span>`}
    ${
      shown &&
      previous !== null &&
      html`<a href=${actionHref(ecosystem, name, 'compare', `${previous}...${shown.version}`)}
        >${t('packages.compare_with', { version: shortVersion(previous) })}</a
      >`
    }
    ${isManaged && html`<a class="button" href=${actionHref(ecosystem, name, 'settings')}>${t('packages.settings')}</a>`}
  </p>`;
}

function packageTabs({ t, number }: PageContext, { pkg, counts }: PackageFront, current: TabName): Html {
  const shown: Partial<Record<TabName, string>> = {
    versions: number(counts.versions),
    dependencies: number(counts.dependencies),
    dependents: `${number(counts.dependents)}${counts.areDependentsExact ? '' : '+'}`,
    security: number(counts.openFindings),
  };
  const href = packageHref(pkg.ecosystem, pkg.name);
  const items = tabNames.map((id) => ({
    id,
    label: t(`packages.tab_${id}`),
    href: withQuery(href, { tab: id === 'readme' ? undefined : id }),
    count: shown[id],
  }));
  return tabs(t('packages.tabs'), items, current);
}
