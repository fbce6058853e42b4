import { isPlatformAdmin } from '../../domain/authorize.ts';
import { notFound } from '../../domain/errors.ts';
import { type Content, html } from '../html.ts';
import type { TextKey } from '../locales/index.ts';
import type { PageContext, View } from '../page.ts';
import { tabs } from './show.ts';

const sections = [
  ['/admin', 'administration.health'],
  ['/admin/jobs', 'administration.jobs'],
  ['/admin/users', 'administration.people'],
  ['/admin/quotas', 'administration.quotas'],
  ['/admin/held', 'workspace.held_releases'],
  ['/admin/audit', 'organizations.audit'],
] as const satisfies readonly (readonly [string, TextKey])[];

/** The address of a section. */
export type Section = (typeof sections)[number][0];

/**
 * Opens a page of the administration. Other readers must not learn that the page exists.
 * @throws DomainError `not_found` for readers who are not administrators
 */
export function openAdministration({ caller }: Pick<PageContext, 'caller'>): void {
  if (!isPlatformAdmin(caller.actor)) throw notFound('page');
}

/** A page of the administration: its head, and links to the sections. */
export function administrationView(
  { t }: PageContext,
  { section, title, lead, body }: { section: Section; title: string; lead?: Content; body: Content },
): View {
  const items = sections.map(([href, label]) => ({ id: href, label: t(label), href }));
  return {
    title,
    body: html`<div>
      <div class="title-row">
        <h1>${title}</h1>
        ${lead}
      </div>
      <div class="workspace-tabs">${tabs(t('administration.sections'), items, section)}</div>
      ${body}
    </div>`,
  };
}
