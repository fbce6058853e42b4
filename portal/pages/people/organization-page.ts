import { badge } from '../../components/show.ts';
import { html, type Html } from '../../html.ts';
import { type Page, type PageContext, pathOf } from '../../page.ts';
import { packageList } from './package-list.ts';

const window = { offset: 0, limit: 100 };

/** An organization as the reader may see it; members only for readers of the directory. */
export const organizationPage: Page = {
  path: '/orgs/:slug',
  async view(context) {
    const { t, services, caller, params } = context;
    const { slug = '' } = params;
    const organization = await services.organizations.get(caller.actor, slug);
    const [packages, repositories] = await Promise.all([
      services.organizations.listPackagesOf(caller, slug, window),
      services.organizations.listRepositoriesOf(caller, slug, window),
    ]);
    return {
      title: organization.name,
      isShared: true,
      isIndexed: true,
      body: html`<div>
        <div class="title-row">
          <h1>${organization.name}</h1>
          <span class="muted">${organization.slug}</span>
        </div>
        ${organization.description && html`<p>${organization.description}</p>`}
        <h2>${t('people.packages')}</h2>
        ${packageList(context, packages)}
        ${
          repositories.length > 0 &&
          html`<section>
            <h2>${t('account.repositories')}</h2>
            <ul class="list">
              ${repositories.map(
                (repository) =>
                  html`<li>
                    <h3>
                      <a href=${pathOf('repositories', repository.slug)}>${repository.name}</a>
                      ${repository.visibility !== 'public' && badge(repository.visibility)}
                    </h3>
                    ${repository.description && html`<p>${repository.description}</p>`}
                  </li>`,
              )}
            </ul>
          </section>`
        }
        ${organization.canViewMembers && (await memberList(context, slug))}
      </div>`,
    };
  },
};

async function memberList({ t, services, caller }: PageContext, slug: string): Promise<Html> {
  const { members } = await services.organizations.listMembers(caller, slug, window);
  return html`<section>
    <h2>${t('people.members')}</h2>
    <ul>
      ${members.map(
        ({ username, role }) =>
          html`<li><a href=${pathOf('users', username)}>${username}</a> ${badge(role)}</li>`,
      )}
    </ul>
  </section>`;
}
