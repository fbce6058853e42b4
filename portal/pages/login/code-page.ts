import { fieldLimits } from '../../../domain/limits/fields.ts';
import { errorSummary, field, postForm } from '../../components/form.ts';
import { html } from '../../html.ts';
import { insideSite, type Page, redirect } from '../../page.ts';
import { beginAgain, welcome } from './page.ts';

/** The second step of a log-in with a second factor; a cookie contains the first. */
export const loginCodePage: Page = {
  path: '/login/mfa',
  tier: 'auth',
  view(context, attempt) {
    const { t, challenge } = context;
    if (challenge === undefined) return redirect('/login');
    return {
      title: t('account.second_factor'),
      body: html`<div class="narrow">
        <h1>${t('account.second_factor')}</h1>
        ${errorSummary(context, attempt)}
        ${postForm(
          context,
          {},
          html`<div>
            ${field({
              name: 'code',
              label: t('login.code'),
              hint: t('login.code_hint'),
              autocomplete: 'one-time-code',
              required: true,
              maxlength: fieldLimits.code.characters,
              attempt,
            })}
            <button class="primary">${t('account.verify')}</button>
          </div>`,
        )}
      </div>`,
    };
  },
  actions: {
    async default(context, form) {
      const { services, caller, challenge, query } = context;
      if (challenge === undefined) return redirect('/login');
      const answer = { token: challenge, code: form.text('code', fieldLimits.code.characters) };
      try {
        const login = await services.identity.answerChallenge(caller, answer);
        return { ...welcome(insideSite(query.get('next')), login), challenge: null };
      } catch (error) {
        return beginAgain(context, error);
      }
    },
  },
};
