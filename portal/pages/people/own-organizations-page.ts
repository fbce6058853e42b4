import { fieldLimits } from '../../../domain/limits/fields.ts';
import type { Role } from '../../../domain/permissions.ts';
import { accountNav } from '../../components/account-nav.ts';
import { errorSummary, postForm } from '../../components/form.ts';
import { openList } from '../../components/list-page.ts';
import { roleBadge } from '../../components/roles.ts';
import { empty } from '../../components/show.ts';
import { html } from '../../html.ts';
import { done, type Page, type PageContext, pathOf } from '../../page.ts';

const path = '/account/organizations';

/** Organizations of the person with the role in each. */
export const ownOrganizationsPage: Page = {
  path,
  audience: 'person',
  async view(context, attempt) {
    const { t, services, caller } = context;
    const list = openList(context, path);
    const memberships = await services.organizations.listOwnMemberships(caller, list.window);
    const { shown, isEmpty, pager } = list.close(memberships);
    return {
      title: t('account.organizations'),
      body: html`<div>
        <h1>${t('account.organizations')}</h1>
        ${accountNav(context, path)} ${errorSummary(context, attempt)}
        <p><a class="button" href="/orgs/new">${t('people.create_organization')}</a></p>
        ${
          isEmpty
            ? empty(t('people.no_organizations'))
            : html`<ul class="list">
                ${shown.map(({ membership: { slug, name, role } }) => entry(context, { slug, name, role }))}
              </ul>`
        }
        ${pager}
      </div>`,
    };
  },
  actions: {
    async leave({ services, caller, person, t }, form) {
      const slug = form.text('slug', fieldLimits.slug.characters);
      await services.organizations.removeMember(caller, slug, person?.username ?? '');
      return done(path, t('people.left', { name: slug }));
    },
  },
};

function entry(context: PageContext, { slug, name, role }: { slug: string; name: string; role: Role }) {
  const { t } = context;
  return html`<li class="row spread">
    <h2><a href=${pathOf('orgs', slug)}>${name}</a> ${roleBadge(context, role)}</h2>
    ${postForm(
      context,
      { name: 'leave', className: 'form inline', label: `${t('people.leave')} ${name}` },
      html`<span
        ><input type="hidden" name="slug" value=${slug} /><button class="danger">
          ${t('people.leave')}
        </button></span
      >`,
    )}
  </li>`;
}
