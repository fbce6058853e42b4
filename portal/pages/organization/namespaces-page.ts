import { errorSummary } from '../../components/form.ts';
import { openList } from '../../components/list-page.ts';
import { claimForm, namespaceForms, namespaceTable } from '../../components/namespaces.ts';
import { empty } from '../../components/show.ts';
import { openSection, sectionView, workspacePath } from '../../components/workspace.ts';
import { html } from '../../html.ts';
import type { Page } from '../../page.ts';

const section = 'namespaces';

/** Namespaces of the organization, and the form that claims one. */
export const organizationNamespacesPage: Page = {
  path: `/orgs/:slug/${section}`,
  audience: 'person',
  async view(context, attempt) {
    const { t, services, caller } = context;
    const workspace = await openSection(context, section);
    const list = openList(context, workspacePath(context, section));
    const filter = {
      ecosystem: undefined,
      ownerUserId: undefined,
      ownerOrgId: workspace.id,
      isVerified: undefined,
    };
    const { shown, isEmpty, pager } = list.close(
      await services.namespaces.list(caller.actor, filter, list.window),
    );
    return sectionView(
      context,
      workspace,
      section,
      html`<div>
        ${errorSummary(context, attempt)}
        ${isEmpty ? empty(t('organizations.no_namespaces')) : namespaceTable(context, shown)} ${pager}
        ${workspace.mayClaimNamespace && claimForm(context, attempt)}
      </div>`,
    );
  },
  actions: namespaceForms(
    (context) => workspacePath(context, section),
    async (context) => ({ userId: null, organizationId: (await openSection(context, section)).id }),
  ),
};
