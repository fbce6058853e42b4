import { findingColumns, findingRows } from '../../../services/findings/spreadsheet.ts';
import { asksForExport } from '../../components/audit/filter.ts';
import { errorSummary } from '../../components/form.ts';
import { heldForms, heldList } from '../../components/held/list.ts';
import { openSection, sectionView, workspacePath } from '../../components/workspace.ts';
import { html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { attemptAt } from '../named.ts';
import { findingSection, readFindingFilter } from './findings.ts';
import { assertOwn, reopen, resolve } from './settle.ts';

const section = 'security';

/** Held releases of an organization and findings in its packages, for members; reviewers decide here. */
export const organizationSecurityPage: Page = {
  path: `/orgs/:slug/${section}`,
  audience: 'person',
  async view(context, attempt) {
    const { t, services, caller, params } = context;
    const { slug = '' } = params;
    const workspace = await openSection(context, section);
    const { filter, kept } = readFindingFilter(context);
    if (asksForExport(context)) {
      const findings = await services.findings.exportEachOfOrganization(caller, slug, filter);
      const filename = `org-security-findings-${workspace.slug}.csv`;
      return { kind: 'spreadsheet', filename, columns: findingColumns, rows: findingRows(findings) };
    }
    const path = workspacePath(context, section);
    return sectionView(
      context,
      workspace,
      section,
      html`<div>
        ${errorSummary(context, attempt)}
        <section>
          <h2>${t('workspace.held_releases')}</h2>
          ${await heldList(context, {
            path,
            kept: { ...kept, page: context.query.get('page') ?? undefined },
            pageName: 'held',
            list: (window) => services.releases.listHeldOfOrganization(caller, slug, window),
            attempt: attemptAt(attempt, 'approve', 'reject'),
            nothing: t(workspace.overseesPackages ? 'workspace.nothing_held' : 'workspace.held_unseen'),
          })}
        </section>
        ${await findingSection(context, path, attemptAt(attempt, 'resolve', 'reopen'))}
      </div>`,
    );
  },
  actions: {
    ...heldForms({ pathOf: (context) => workspacePath(context, section), assertShown: assertOwn }),
    resolve,
    reopen,
  },
};
