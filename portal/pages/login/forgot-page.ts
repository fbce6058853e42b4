import { fieldLimits } from '../../../domain/limits/fields.ts';
import { errorSummary, field, postForm } from '../../components/form.ts';
import { html } from '../../html.ts';
import { done, type Page } from '../../page.ts';

const path = '/login/forgot';

/** Sends a link for a new password; the answer is the same for every address. */
export const forgotPage: Page = {
  path,
  tier: 'auth',
  view(context, attempt) {
    const { t, services } = context;
    return {
      title: t('account.forgot_title'),
      replaces: ['log_in'],
      body: html`<div class="narrow">
        <h1>${t('account.forgot_title')}</h1>
        ${errorSummary(context, attempt)}
        ${
          services.config.mail === null
            ? html`<p>${t('account.no_mail')}</p>`
            : html`<div>
                <p>${t('account.forgot_text')}</p>
                ${postForm(
                  context,
                  {},
                  html`<div>
                    ${field({
                      name: 'email',
                      label: t('account.email'),
                      type: 'email',
                      autocomplete: 'email',
                      required: true,
                      maxlength: fieldLimits['mail address'].characters,
                      attempt,
                    })}
                    <button class="primary">${t('account.send_link')}</button>
                  </div>`,
                )}
              </div>`
        }
        <p><a href="/login">${t('shell.log_in')}</a></p>
      </div>`,
    };
  },
  actions: {
    async default({ services, t }, form) {
      await services.identity.sendPasswordReset(form.text('email', fieldLimits['mail address'].characters));
      return done(path, t('account.link_sent'));
    },
  },
};
