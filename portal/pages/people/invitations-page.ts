import { fieldLimits } from '../../../domain/limits/fields.ts';
import { accountNav } from '../../components/account-nav.ts';
import { errorSummary, postForm } from '../../components/form.ts';
import { openList } from '../../components/list-page.ts';
import { roleBadge } from '../../components/roles.ts';
import { empty, when } from '../../components/show.ts';
import { html } from '../../html.ts';
import { done, type Page, pathOf } from '../../page.ts';

const path = '/account/invitations';

/** Open invitations of the person into organizations. */
export const invitationsPage: Page = {
  path,
  audience: 'person',
  async view(context, attempt) {
    const { t, services, caller } = context;
    const list = openList(context, path);
    const window = { ...list.window, includesInactive: false };
    const { shown, isEmpty, pager } = list.close(await services.invitations.listOwn(caller, window));
    return {
      title: t('account.invitations'),
      body: html`<div>
        <h1>${t('account.invitations')}</h1>
        ${accountNav(context, path)} ${errorSummary(context, attempt)}
        ${
          isEmpty
            ? empty(t('people.no_invitations'))
            : html`<ul class="list">
                ${shown.map(
                  (invitation) =>
                    html`<li>
                      <h2>
                        <a href=${pathOf('orgs', invitation.organizationSlug)}
                          >${invitation.organizationName}</a
                        >
                        ${roleBadge(context, invitation.role)}
                      </h2>
                      <p class="muted">
                        ${invitation.inviterName} · ${t('people.expires')}
                        ${when(context, invitation.expiresAt)}
                      </p>
                      ${postForm(
                        context,
                        { className: 'form inline', label: invitation.organizationName },
                        html`<span class="row">
                          <input type="hidden" name="id" value=${invitation.id} />
                          <button class="primary" name="action" value="accept">${t('people.accept')}</button>
                          <button name="action" value="decline">${t('people.decline')}</button>
                        </span>`,
                      )}
                    </li>`,
                )}
              </ul>`
        }
        ${pager}
      </div>`,
    };
  },
  actions: {
    async accept({ services, caller, t }, form) {
      const accepted = await services.invitations.accept(caller, form.text('id', fieldLimits.id.characters));
      const name = accepted.organizationName;
      return done(pathOf('orgs', accepted.organizationSlug), t('people.accepted', { name }));
    },
    async decline({ services, caller, t }, form) {
      await services.invitations.decline(caller, form.text('id', fieldLimits.id.characters));
      return done(path, t('people.declined'));
    },
  },
};
