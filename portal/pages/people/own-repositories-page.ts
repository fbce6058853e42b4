import { accountNav } from '../../components/account-nav.ts';
import { errorSummary } from '../../components/form.ts';
import { openList } from '../../components/list-page.ts';
import { newRepositoryForm, readNewRepository } from '../../components/new-repository.ts';
import { repositoryList } from '../../components/repository-list.ts';
import { empty } from '../../components/show.ts';
import { html } from '../../html.ts';
import { done, type Page, pathOf } from '../../page.ts';

const path = '/account/repositories';

/** Repositories of the person and their organizations, and the form for a new one. */
export const ownRepositoriesPage: Page = {
  path,
  audience: 'person',
  async view(context, attempt) {
    const { t, services, caller } = context;
    const list = openList(context, path);
    const repositories = await services.repositories.listOwn(caller.actor, list.window);
    const { shown, isEmpty, pager } = list.close(repositories);
    return {
      title: t('account.repositories'),
      body: html`<div>
        <h1>${t('account.repositories')}</h1>
        ${accountNav(context, path)} ${errorSummary(context, attempt)}
        ${isEmpty ? empty(t('people.no_own_repositories')) : repositoryList(context, shown)} ${pager}
        <h2>${t('people.create_repository')}</h2>
        ${newRepositoryForm(context, { isOfOrganization: false, attempt })}
      </div>`,
    };
  },
  actions: {
    async create(context, form) {
      const { services, caller, t } = context;
      const wanted = readNewRepository(form, context);
      const { slug } = await services.repositories.create(caller, { ...wanted, owner: {} });
      return done(pathOf('repositories', slug), t('people.repository_created', { name: wanted.name }));
    },
  },
};
