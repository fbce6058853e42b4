import type { RepositoryKind, Visibility } from '../../domain/visibility.ts';
import { type Content, html, type Html } from '../html.ts';
import type { Translate } from '../language.ts';
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

/**
 * The visibility and the kind as badges. The kind has its label: `public` beside `private` alone would be a
 * contradiction.
 */
export function repositoryBadges(
  t: Translate,
  { kind, visibility }: Pick<ListedRepository, 'kind' | 'visibility'>,
): Content {
  return [
    badge(t(`publishing.visibility_${visibility}` satisfies TextKey)),
    badge(`${t('people.kind')}: ${t(`places.kind_${kind}` satisfies TextKey)}`),
  ];
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
      const badges = repositoryBadges(t, { kind, visibility });
      return html`<li>
        ${level === 2 ? html`<h2>${title} ${badges}</h2>` : html`<h3>${title} ${badges}</h3>`}
        ${orgSlug && html`<p class="muted">${orgSlug}</p>`} ${description && html`<p>${description}</p>`}
      </li>`;
    })}
  </ul>`;
}
