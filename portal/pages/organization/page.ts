import type { OrganizationView } from '../../../services/organizations/get.ts';
import type { WorkspaceView } from '../../../services/organizations/sections.ts';
import { openList } from '../../components/list-page.ts';
import { foreignLink } from '../../components/package-link.ts';
import { repositoryList } from '../../components/repository-list.ts';
import { roleBadge } from '../../components/roles.ts';
import { workspaceFrame, workspacePath } from '../../components/workspace.ts';
import { html, type Html } from '../../html.ts';
import { type Page, type PageContext, pathOf } from '../../page.ts';
import { packageList } from '../people/package-list.ts';

const first = { offset: 0, limit: 100 };

/** The profile of an organization; members see it within their workspace. */
export const organizationPage: Page = {
  path: '/orgs/:slug',
  async view(context) {
    const { services, caller, params } = context;
    const { slug = '' } = params;
    const organization = await services.organizations.get(caller.actor, slug);
    const workspace = await services.organizations.findWorkspace(caller, slug);
    const { name } = organization;
    const profile = await profileOf(context, organization, workspace);
    if (workspace) {
      return { title: name, body: workspaceFrame(context, workspace, { title: name, body: profile }) };
    }
    return {
      title: name,
      isShared: true,
      isIndexed: true,
      body: html`<div>
        <div class="title-row">
          <h1>${name}</h1>
          <span class="muted">${slug}</span>
        </div>
        ${profile}
      </div>`,
    };
  },
};

async function profileOf(
  context: PageContext,
  organization: OrganizationView,
  workspace: WorkspaceView | null,
): Promise<Html> {
  const { t, services, caller } = context;
  const { slug, description } = organization;
  const website = foreignLink(organization.website);
  const list = openList(context, workspacePath(context));
  const [packages, repositories] = await Promise.all([
    services.organizations.listPackagesOf(caller, slug, list.window),
    services.organizations.listRepositoriesOf(caller, slug, first),
  ]);
  const { shown, pager } = list.close(packages);
  return html`<div>
    ${description && html`<p>${description}</p>`} ${website && html`<p>${website}</p>`}
    <h2>${t('people.packages')}</h2>
    ${packageList(context, shown, workspace && html`<a href="/publish">${t('shell.publish')}</a>`)} ${pager}
    ${
      repositories.length > 0 &&
      html`<section>
        <h2>${t('account.repositories')}</h2>
        ${repositoryList(context, repositories, 3)}
      </section>`
    }
    ${organization.canViewMembers && (await memberList(context, slug))}
  </div>`;
}

async function memberList(context: PageContext, slug: string): Promise<Html> {
  const { t, services, caller } = context;
  const { members } = await services.organizations.listMembers(caller, slug, first);
  return html`<section>
    <h2>${t('people.members')}</h2>
    <ul>
      ${members.map(
        ({ username, role }) =>
          html`<li><a href=${pathOf('users', username)}>${username}</a> ${roleBadge(context, role)}</li>`,
      )}
    </ul>
  </section>`;
}
