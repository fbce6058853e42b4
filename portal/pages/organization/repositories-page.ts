import { errorSummary } from '../../components/form.ts';
import { openList } from '../../components/list-page.ts';
import { newRepositoryForm, readNewRepository } from '../../components/new-repository.ts';
import { repositoryList } from '../../components/repository-list.ts';
import { empty } from '../../components/show.ts';
import { openSection, sectionView, workspacePath } from '../../components/workspace.ts';
import { html } from '../../html.ts';
import { done, type Page } from '../../page.ts';

const section = 'repositories';

/** Repositories of the organization that the member may see, and the form for a new one. */
export const organizationRepositoriesPage: Page = {
  path: `/orgs/:slug/${section}`,
  audience: 'person',
  async view(context, attempt) {
    const { t, services, caller } = context;
    const workspace = await openSection(context, section);
    const list = openList(context, workspacePath(context, section));
    const found = await services.organizations.listRepositoriesOf(caller, workspace.slug, list.window);
    const { shown, isEmpty, pager } = list.close(found);
    return sectionView(
      context,
      workspace,
      section,
      html`<div>
        ${errorSummary(context, attempt)}
        ${isEmpty ? empty(t('organizations.no_repositories')) : repositoryList(context, shown)} ${pager}
        ${
          workspace.mayCreateRepository &&
          html`<section>
            <h2>${t('people.create_repository')}</h2>
            ${newRepositoryForm(context, { isOfOrganization: true, attempt })}
          </section>`
        }
      </div>`,
    );
  },
  actions: {
    async create(context, form) {
      const { services, caller, t, params } = context;
      const wanted = readNewRepository(form, context);
      await services.repositories.create(caller, { ...wanted, owner: { orgSlug: params['slug'] } });
      return done(workspacePath(context, section), t('people.repository_created', { name: wanted.name }));
    },
  },
};
