import type { Hit } from '../../services/search/search-packages.ts';
import { html, type Html } from '../html.ts';
import type { PageContext } from '../page.ts';
import { packageHref, shortVersion } from './package-link.ts';
import { riskBadge } from './risk.ts';
import { badge, ecosystemBadge, stateBadge, when } from './show.ts';

/** Packages of a search result. `level`: the level of the headings above. */
export function hitList(context: PageContext, hits: readonly Hit[], level: 2 | 3): Html {
  return html`<ul class="list hits">
    ${hits.map((hit) => html`<li>${hitItem(context, hit, level)}</li>`)}
  </ul>`;
}

function hitItem(context: PageContext, { found, details }: Hit, level: 2 | 3): Html {
  const { t } = context;
  const link = html`<a href=${packageHref(found.ecosystem, found.name)}>${found.name}</a>`;
  return html`<article>
    <div class="row">
      ${level === 2 ? html`<h2>${link}</h2>` : html`<h3>${link}</h3>`} ${ecosystemBadge(found.ecosystem)}
      ${(found.visibility === 'private' || found.visibility === 'internal_org') && stateBadge(context, 'private')}
      ${details.isDeprecated && stateBadge(context, 'deprecated')}
      ${details.latestIsYanked && stateBadge(context, 'yanked')}
      ${details.trustedPublishers > 0 && badge(t('packages.trusted'), 'good')}
    </div>
    ${found.description && html`<p class="description">${found.description}</p>`}
    <p class="row small muted">
      ${found.latestVersion !== null && html`<span title=${found.latestVersion}>${shortVersion(found.latestVersion)}</span>`}
      <span>${when(context, details.latestPublishedAt ?? found.updatedAt)}</span>
      <span>${t('packages.downloads_count', { count: found.downloadCount })}</span>
      ${found.license && html`<span>${found.license}</span>`} ${riskBadge(context, details.worstSeverity)}
    </p>
  </article>`;
}
