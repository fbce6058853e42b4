import type { RepositoryKind, Visibility } from '../../domain/visibility.ts';
import { html, type Html } from '../html.ts';
import type { TextKey } from '../locales/index.ts';
import { type PageContext, pathOf } from '../page.ts';
import { badge } from './show.ts';

interface ListedRepository {
  slug: string;
  name: string;
  description: string | null;
  kind: RepositoryKind;
  visibility: Visibility;
}

/** Repositories with kind and visibility. */
export function repositoryList(
  { t }: PageContext,
  repositories: readonly (ListedRepository & { orgSlug?: string | null })[],
  level: 2 | 3 = 2,
): Html {
  return html`<ul class="list">
    ${repositories.map(({ slug, name, description, kind, visibility, orgSlug }) => {
      const title = html`<a href=${pathOf('repositories', slug)}>${name}</a>`;
      const badges = [
        badge(t(`places.kind_${kind}` satisfies TextKey)),
        visibility !== kind && badge(t(`publishing.visibility_${visibility}` satisfies TextKey)),
      ];
      return html`<li>
        ${level === 2 ? html`<h2>${title} ${badges}</h2>` : html`<h3>${title} ${badges}</h3>`}
        ${orgSlug && html`<p class="muted">${orgSlug}</p>`} ${description && html`<p>${description}</p>`}
      </li>`;
    })}
  </ul>`;
}
