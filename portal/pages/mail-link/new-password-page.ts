import { notFound } from '../../../domain/errors.ts';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import { errorSummary, field, postForm } from '../../components/form.ts';
import { atFields, invalidField } from '../../error-words.ts';
import { html } from '../../html.ts';
import { type Page, redirect } from '../../page.ts';
import { linkGone } from './gone.ts';

/** A new password for the reader of the account's mails. A view does not use the link up. */
export const newPasswordPage: Page = {
  path: '/login/new-password/:token',
  tier: 'auth',
  isOpenForm: true,
  async view(context, attempt) {
    const { t, services, params } = context;
    if (services.config.mail === null) throw notFound('page');
    const isAlive = await services.identity.isLinkAlive(params['token'] ?? '', 'reset_password');
    if (!isAlive) return linkGone(context);
    const title = t('account.choose_password');
    return {
      title,
      body: html`<div class="narrow">
        <h1>${title}</h1>
        ${errorSummary(context, attempt)}
        <p>${t('account.choose_password_text')}</p>
        ${postForm(
          context,
          {},
          html`<div>
            ${field({
              name: 'password',
              label: t('account.new_password'),
              type: 'password',
              hint: t('account.password_hint'),
              autocomplete: 'new-password',
              required: true,
              maxlength: fieldLimits.password.characters,
              attempt,
            })}
            ${field({
              name: 'again',
              label: t('account.once_more'),
              type: 'password',
              autocomplete: 'new-password',
              required: true,
              maxlength: fieldLimits.password.characters,
              attempt,
            })}
            <button class="primary">${t('account.change_password')}</button>
          </div>`,
        )}
      </div>`,
    };
  },
  actions: {
    async default({ services, caller, params, t }, form) {
      const next = form.exact('password', fieldLimits.password.characters);
      if (next !== form.exact('again', fieldLimits.password.characters)) {
        throw invalidField('again', 'mismatch', t('account.not_the_same'));
      }
      const resetting = services.identity.resetPassword(caller, { token: params['token'] ?? '', next });
      await atFields({ members: { new_password: 'password' } }, resetting);
      // all sessions of the account have ended, this browser's included
      return redirect('/login', { session: null, flash: { notice: t('account.password_chosen') } });
    },
  },
};
