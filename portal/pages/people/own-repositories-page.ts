import { accountNav } from '../../components/account-nav.ts';
import { errorSummary, field, postForm, select } from '../../components/form.ts';
import { openList } from '../../components/list-page.ts';
import { badge } from '../../components/show.ts';
import { html } from '../../html.ts';
import { done, type Page, pathOf } from '../../page.ts';
import { invalidField } from '../../form.ts';

const path = '/account/repositories';
const kinds = ['public', 'private', 'staging', 'release'] as const;
const visibilities = ['public', 'unlisted', 'private', 'internal_org'] as const;

/** Repositories of the person and of organizations, and the form for another one. */
export const ownRepositoriesPage: Page = {
  path,
  audience: 'person',
  async view(context, attempt) {
    const { t, services, caller } = context;
    const list = openList(context, path);
    const repositories = await services.repositories.listOwn(caller.actor, list.window);
    const { shown, pager } = list.close(repositories);
    return {
      title: t('account.repositories'),
      body: html`<div>
        <h1>${t('account.repositories')}</h1>
        ${accountNav(context, path)} ${errorSummary(context, attempt)}
        <ul class="list">
          ${shown.map(
            ({ slug, name, kind, visibility, orgSlug }) =>
              html`<li>
                <h2>
                  <a href=${pathOf('repositories', slug)}>${name}</a> ${badge(kind)}
                  ${visibility !== kind && badge(visibility)}
                </h2>
                ${orgSlug !== null && html`<p class="muted">${orgSlug}</p>`}
              </li>`,
          )}
        </ul>
        ${pager}
        <h2>${t('people.create_repository')}</h2>
        ${postForm(
          context,
          { name: 'create', className: 'form narrow' },
          html`<div>
            ${field({ name: 'name', label: t('people.repository_name'), required: true, maxlength: 200, attempt })}
            ${field({ name: 'slug', label: t('people.slug'), required: true, maxlength: 64, attempt })}
            ${select({
              name: 'kind',
              label: t('people.kind'),
              choices: kinds.map((value) => ({ value, label: value })),
              attempt,
            })}
            ${select({
              name: 'visibility',
              label: t('people.visibility'),
              choices: visibilities.map((value) => ({ value, label: value })),
              attempt,
            })}
            <button class="primary">${t('people.create_repository')}</button>
          </div>`,
        )}
      </div>`,
    };
  },
  actions: {
    async create({ services, caller, t }, form) {
      const kind = kinds.find((each) => each === form.text('kind'));
      const visibility = visibilities.find((each) => each === form.text('visibility'));
      if (!kind) throw invalidField('kind', 'unknown', t('shell.required'));
      const isClosed = kind === 'private' || kind === 'staging';
      const name = form.required('name', 200);
      const { slug } = await services.repositories.create(caller, {
        name,
        slug: form.required('slug', 64),
        description: null,
        kind,
        owner: {},
        // a closed kind that is left at the open default gets its own
        visibility: isClosed && visibility === 'public' ? undefined : visibility,
      });
      return done(pathOf('repositories', slug), t('people.repository_created', { name }));
    },
  },
};
