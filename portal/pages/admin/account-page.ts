import { administrationView, openAdministration } from '../../components/administration.ts';
import { errorSummary } from '../../components/form.ts';
import { badge, facts, when } from '../../components/show.ts';
import { html } from '../../html.ts';
import { type Page, pathOf, withQuery } from '../../page.ts';
import { accountForms, actions } from './account-forms.ts';
import { standingBadges } from './account-words.ts';

/** One account, with an administrator's actions on it. */
export const accountPage: Page = {
  path: '/admin/users/:username',
  audience: 'person',
  async view(context, attempt) {
    openAdministration(context);
    const { t, services, caller, params } = context;
    const account = await services.users.getAccount(caller, { username: params['username'] ?? '' });
    const { username } = account;
    return administrationView(context, {
      section: '/admin/users',
      title: username,
      lead: html`<span class="row">${standingBadges(context, account)}</span>`,
      body: html`<div>
        ${errorSummary(context, attempt)}
        <div class="fact-rows">
          ${facts([
            account.displayName !== null && [t('account.display_name'), account.displayName],
            !account.isErased && [
              t('account.email'),
              html`<span class="row">
                <span class="whole">${account.email}</span>
                ${badge(
                  t(account.isEmailVerified ? 'account.email_confirmed' : 'account.email_open'),
                  account.isEmailVerified ? 'good' : 'plain',
                )}
              </span>`,
            ],
            [t('administration.registered'), when(context, account.createdAt)],
            [t('administration.last_seen'), when(context, account.lastSeenAt) ?? t('administration.never')],
          ])}
        </div>
        <p class="row">
          <a href=${pathOf('users', username)}>${t('administration.public_profile')}</a>
          <a href=${withQuery('/admin/quotas', { owner: username })}>${t('administration.quotas')}</a>
          <a href=${withQuery('/admin/audit', { person: username })}>${t('organizations.audit')}</a>
        </p>
        ${accountForms(context, account, attempt)}
      </div>`,
    });
  },
  actions,
};
