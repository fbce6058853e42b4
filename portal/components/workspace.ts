import type { Section, WorkspaceView } from '../../services/organizations/sections.ts';
import { type Content, html, type Html } from '../html.ts';
import type { TextKey } from '../locales/index.ts';
import { type PageContext, pathOf, type View } from '../page.ts';
import { roleBadge } from './roles.ts';
import { tabs } from './show.ts';

/**
 * The workspace of the organization in the address, for readers who may open the section. @throws as `openWorkspace`
 */
export function openSection(
  { services, caller, params }: PageContext,
  section: Section,
): Promise<WorkspaceView> {
  return services.organizations.openWorkspace(caller, params['slug'] ?? '', section);
}

/** The address of the organization, or of one of its sections. */
export function workspacePath({ params }: PageContext, section?: Section): string {
  const slug = params['slug'] ?? '';
  return section === undefined ? pathOf('orgs', slug) : pathOf('orgs', slug, section);
}

/** The head of all pages of a workspace: organization and role, and links to the sections that the reader may open. */
export function workspaceFrame(
  context: PageContext,
  workspace: WorkspaceView,
  { section, title, body }: { section?: Section; title: string; body: Content },
): Html {
  const { t } = context;
  const { name, slug, role, sections } = workspace;
  const items = [
    { id: 'overview', label: t('organizations.overview'), href: workspacePath(context) },
    ...sections.map((each) => ({
      id: each,
      label: sectionTitle(context, each),
      href: workspacePath(context, each),
    })),
  ];
  return html`<div>
    <div class="title-row">
      <h1>${title}</h1>
      ${section === undefined ? html`<span class="muted">${slug}</span>` : html`<span class="muted">${name}</span>`}
      ${role && roleBadge(context, role)}
    </div>
    <div class="workspace-tabs">${tabs(t('organizations.sections'), items, section ?? 'overview')}</div>
    ${body}
  </div>`;
}

/** The page of a section, with the section's name as heading. */
export function sectionView(
  context: PageContext,
  workspace: WorkspaceView,
  section: Section,
  body: Content,
): View {
  const title = sectionTitle(context, section);
  return {
    title: `${title} - ${workspace.name}`,
    body: workspaceFrame(context, workspace, { section, title, body }),
  };
}

/** The name of a section, for its tab and its heading. */
export function sectionTitle({ t }: Pick<PageContext, 't'>, section: Section): string {
  return t(`organizations.${section}` satisfies TextKey);
}
