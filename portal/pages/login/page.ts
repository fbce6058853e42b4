import { DomainError } from '../../../domain/errors.ts';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import { errorSummary, field, postForm } from '../../components/form.ts';
import { html } from '../../html.ts';
import { insideSite, type Page, type PageContext, type Redirect, redirect, withQuery } from '../../page.ts';

export const loginPage: Page = {
  path: '/login',
  tier: 'auth',
  view(context, attempt) {
    const { t, person, query } = context;
    const next = insideSite(query.get('next'));
    if (person && !attempt) return redirect(next);
    const passed = next === '/' ? '' : `?next=${encodeURIComponent(next)}`;
    return {
      title: t('shell.log_in'),
      replaces: ['log_in', 'register'],
      body: html`<div class="narrow">
        <h1>${t('shell.log_in')}</h1>
        ${errorSummary(context, attempt)}
        ${postForm(
          context,
          {},
          html`<div>
            ${field({
              name: 'username_or_email',
              label: t('account.username_or_email'),
              autocomplete: 'username',
              required: true,
              maxlength: fieldLimits['mail address'].characters,
              attempt,
            })}
            ${field({
              name: 'password',
              label: t('login.password'),
              type: 'password',
              autocomplete: 'current-password',
              required: true,
              maxlength: fieldLimits.password.characters,
              attempt,
            })}
            <button class="primary">${t('shell.log_in')}</button>
          </div>`,
        )}
        <p><a href="/login/forgot">${t('account.forgot')}</a></p>
        <p>${t('account.no_account')} <a href="/register${passed}">${t('shell.register')}</a></p>
      </div>`,
    };
  },
  actions: {
    async default(context, form) {
      const { services, caller, query } = context;
      const credentials = {
        usernameOrEmail: form.text('username_or_email', fieldLimits['mail address'].characters),
        password: form.exact('password', fieldLimits.password.characters),
      };
      const login = await services.identity.logIn(caller, credentials);
      const next = insideSite(query.get('next'));
      if ('sessionId' in login) return welcome(next, login);
      return redirect(withQuery('/login/mfa', { next }), { challenge: login.challenge.token });
    },
  },
};

/** @returns a redirect to the page that the reader wanted, with the new session */
export function welcome(next: string, login: { sessionId: string; userId: string }): Redirect {
  return redirect(next, { session: { sessionId: login.sessionId, userId: login.userId } });
}

/** Sends the reader of an expired log-in back to the password. */
export function beginAgain(context: PageContext, error: unknown): Redirect {
  if (!(error instanceof DomainError) || error.code !== 'token_expired') throw error;
  const next = insideSite(context.query.get('next'));
  return redirect(withQuery('/login', { next }), {
    flash: { notice: context.t('account.begin_again') },
    challenge: null,
  });
}
