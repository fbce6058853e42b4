import { accountNav } from '../../components/account-nav.ts';
import { errorSummary } from '../../components/form.ts';
import { openList } from '../../components/list-page.ts';
import { claimForm, namespaceForms, namespaceTable } from '../../components/namespaces.ts';
import { empty } from '../../components/show.ts';
import { html } from '../../html.ts';
import type { Page } from '../../page.ts';

const path = '/account/namespaces';

/** Namespaces of the person, and the form that claims one. */
export const ownNamespacesPage: Page = {
  path,
  audience: 'person',
  async view(context, attempt) {
    const { t, services, caller, person } = context;
    const filter = {
      ecosystem: undefined,
      ownerUserId: person?.userId,
      ownerOrgId: undefined,
      isVerified: undefined,
    };
    const list = openList(context, path);
    const claims = await services.namespaces.list(caller.actor, filter, list.window);
    const { shown, isEmpty, pager } = list.close(claims);
    return {
      title: t('account.namespaces'),
      body: html`<div>
        <h1>${t('account.namespaces')}</h1>
        ${accountNav(context, path)} ${errorSummary(context, attempt)}
        ${isEmpty ? empty(t('people.no_namespaces')) : namespaceTable(context, shown)} ${pager}
        ${claimForm(context, attempt)}
      </div>`,
    };
  },
  actions: namespaceForms(
    () => path,
    ({ person }) => ({ userId: person?.userId ?? null, organizationId: null }),
  ),
};
