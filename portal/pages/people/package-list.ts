import { shortVersion } from '../../components/package-link.ts';
import { ecosystemBadge, empty, stateBadge } from '../../components/show.ts';
import { type Content, html, type Html } from '../../html.ts';
import { type PageContext, pathOf } from '../../page.ts';

interface ListedPackage {
  ecosystem: string;
  name: string;
  description: string | null;
  visibility: string;
  latestVersion: string | null;
  isDeprecated: boolean;
  isArchived: boolean;
}

/**
 * Packages of a person, an organization or a place that the reader may see. `next`: the next step for a reader who
 * may publish.
 */
export function packageList(context: PageContext, packages: readonly ListedPackage[], next?: Content): Html {
  const { t } = context;
  if (packages.length === 0) return empty(t(next ? 'people.no_packages_yet' : 'people.no_packages'), next);
  return html`<ul class="list">
    ${packages.map(
      ({ ecosystem, name, description, visibility, latestVersion, isDeprecated, isArchived }) =>
        html`<li>
          <h3>
            <a href=${pathOf('packages', ecosystem, name)}>${name}</a> ${ecosystemBadge(ecosystem)}
            ${visibility !== 'public' && shownState(context, visibility)}
            ${isDeprecated && stateBadge(context, 'deprecated')}
            ${isArchived && stateBadge(context, 'archived')}
            ${latestVersion && html`<span class="muted small">${shortVersion(latestVersion)}</span>`}
          </h3>
          ${description && html`<p>${description}</p>`}
        </li>`,
    )}
  </ul>`;
}

function shownState(context: PageContext, visibility: string): Html {
  if (visibility === 'unlisted' || visibility === 'quarantined') return stateBadge(context, visibility);
  return stateBadge(context, 'private');
}
