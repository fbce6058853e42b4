import type { RepositoryView } from '../../../services/repositories/get.ts';
import { repositoryBadges } from '../../components/repository-list.ts';
import { notice, tabs } from '../../components/show.ts';
import { type Content, html, type Html } from '../../html.ts';
import type { TextKey } from '../../locales/index.ts';
import { type PageContext, pathOf } from '../../page.ts';

export type Section = 'packages' | 'settings' | 'policy';

/** The address of a repository, or of one of its sections. */
export function repositoryPath({ params }: PageContext, section: Section = 'packages'): string {
  const slug = params['slug'] ?? '';
  return section === 'packages' ? pathOf('repositories', slug) : pathOf('repositories', slug, section);
}

/** The head of all pages of a repository: its name and state, and links to its sections for managers. */
export function repositoryFrame(
  context: PageContext,
  repository: RepositoryView,
  { section, title, body }: { section: Section; title: string; body: Content },
): Html {
  const { t } = context;
  const { kind, visibility, canManage, canTransfer } = repository;
  const sections: readonly (readonly [Section, TextKey, boolean])[] = [
    ['packages', 'people.packages', true],
    ['settings', 'places.settings', canManage || canTransfer],
    ['policy', 'places.policy', canManage],
  ];
  const shown = sections.filter(([, , isShown]) => isShown);
  return html`<div>
    <div class="title-row">
      <h1>${title}</h1>
      ${repositoryBadges(t, { kind, visibility })}
    </div>
    ${
      shown.length > 1 &&
      tabs(
        t('places.sections'),
        shown.map(([id, label]) => ({ id, label: t(label), href: repositoryPath(context, id) })),
        section,
      )
    }
    ${visibility === 'quarantined' && notice('danger', t('places.in_quarantine'))} ${body}
  </div>`;
}
