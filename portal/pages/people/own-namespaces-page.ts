import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { accountNav } from '../../components/account-nav.ts';
import { errorSummary, field, postForm, select } from '../../components/form.ts';
import { openList } from '../../components/list-page.ts';
import { badge, ecosystemBadge, empty, table } from '../../components/show.ts';
import { html } from '../../html.ts';
import { done, type Page, pathOf } from '../../page.ts';

const path = '/account/namespaces';

/** Namespaces that the person holds, and the form that claims another one. */
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
        ${
          isEmpty
            ? empty(t('people.no_namespaces'))
            : table({
                label: t('account.namespaces'),
                columns: [t('people.namespace'), t('account.ecosystem'), t('account.action')],
                rows: shown.map(({ id, ecosystem, namespace, isVerified }) => [
                  html`<span>
                    <a href=${pathOf('namespaces', id)}>${namespace}</a>
                    ${isVerified && badge(t('people.verified'), 'good')}</span
                  >`,
                  ecosystemBadge(ecosystem),
                  postForm(
                    context,
                    { name: 'release', className: 'form inline' },
                    html`<button class="danger" name="id" value=${id}>${t('people.release')}</button>`,
                  ),
                ]),
              })
        }
        ${pager}
        <h2>${t('people.claim')}</h2>
        ${postForm(
          context,
          { name: 'claim', className: 'form narrow' },
          html`<div>
            ${select({
              name: 'ecosystem',
              label: t('account.ecosystem'),
              choices: services.ecosystems.all.map(({ id, title }) => ({ value: id, label: title })),
              attempt,
            })}
            ${field({ name: 'namespace', label: t('people.namespace'), required: true, maxlength: 214, attempt })}
            <button class="primary">${t('people.claim')}</button>
          </div>`,
        )}
      </div>`,
    };
  },
  actions: {
    async claim({ services, caller, t }, form) {
      const ecosystem = services.ecosystems.get(form.text('ecosystem', 64) as EcosystemId);
      const namespace = form.required('namespace', 214);
      await services.namespaces.claim(caller, { ecosystem, namespace, owner: null });
      return done(path, t('people.claimed', { name: namespace }));
    },
    async release({ services, caller, t }, form) {
      await services.namespaces.release(caller, form.text('id', 64));
      return done(path, t('people.released'));
    },
  },
};
