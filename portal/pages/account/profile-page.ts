import { fieldLimits } from '../../../domain/limits/fields.ts';
import { inputLimits } from '../../../domain/limits/inputs.ts';
import { accountNav } from '../../components/account-nav.ts';
import { errorSummary, field, postForm } from '../../components/form.ts';
import { badge, facts } from '../../components/show.ts';
import { html, type Html } from '../../html.ts';
import { done, type Page, type PageContext, pathOf } from '../../page.ts';

const path = '/account';

/** The public profile, and the mail address that only its person sees. */
export const profilePage: Page = {
  path,
  audience: 'person',
  async view(context, attempt) {
    const { t, services, caller } = context;
    const account = await services.identity.getAccount(caller.actor);
    const profile = await services.users.getPublicProfile({ id: account.id });
    return {
      title: t('shell.account'),
      body: html`<div>
        <h1>${t('shell.account')}</h1>
        ${accountNav(context, path)} ${errorSummary(context, attempt)}
        <div class="columns">
          <div>
            ${postForm(
              context,
              { name: 'save' },
              html`<div>
                ${field({
                  name: 'display_name',
                  label: t('account.display_name'),
                  value: account.displayName ?? '',
                  maxlength: inputLimits['display name'].characters,
                  autocomplete: 'name',
                  attempt,
                })}
                ${field({ name: 'bio', label: t('account.bio'), value: profile.bio ?? '', rows: 4, attempt })}
                ${field({
                  name: 'website',
                  label: t('account.website'),
                  type: 'url',
                  value: profile.website ?? '',
                  autocomplete: 'url',
                  attempt,
                })}
                <button class="primary">${t('account.save')}</button>
              </div>`,
            )}
          </div>
          <div>
            ${facts([
              [t('account.username'), account.username],
              [
                t('account.email'),
                html`<span
                  >${account.email}
                  ${' '}${
                    account.isEmailVerified
                      ? badge(t('account.email_confirmed'), 'good')
                      : badge(t('account.email_open'), 'warning')
                  }</span
                >`,
              ],
            ])}
            ${confirmAddress(context, account.isEmailVerified)}
            <p><a href=${pathOf('users', account.username)}>${t('account.public_profile')}</a></p>
          </div>
        </div>
      </div>`,
    };
  },
  actions: {
    async save({ services, caller, t }, form) {
      await services.users.updateOwnProfile(caller, {
        displayName: form.optional('display_name', inputLimits['display name'].characters) ?? null,
        bio: form.exact('bio', fieldLimits.description.characters).trim() || null,
        website: form.link('website') ?? null,
      });
      return done(path, t('account.saved'));
    },
    async send_link({ services, caller, t }) {
      await services.identity.sendVerification(caller);
      return done(path, t('account.link_sent'));
    },
  },
};

function confirmAddress(context: PageContext, isVerified: boolean): Html | undefined {
  if (isVerified) return undefined;
  if (context.services.config.mail === null)
    return html`<p class="hint">${context.t('account.no_confirmation')}</p>`;
  return postForm(context, { name: 'send_link' }, html`<button>${context.t('account.send_link')}</button>`);
}
