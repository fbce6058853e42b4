import { fieldLimits } from '../../../domain/limits/fields.ts';
import { errorSummary, field, postForm } from '../../components/form.ts';
import { html } from '../../html.ts';
import { insideSite, type Page, redirect } from '../../page.ts';

export const registerPage: Page = {
  path: '/register',
  tier: 'auth',
  view(context, attempt) {
    const { t, services, person, query } = context;
    if (person && !attempt) return redirect('/account');
    const isOpen = services.config.auth.registration;
    const next = insideSite(query.get('next'));
    const passed = next === '/' ? '' : `?next=${encodeURIComponent(next)}`;
    return {
      title: t('shell.register'),
      replaces: isOpen ? ['log_in', 'register'] : ['log_in'],
      body: html`<div class="narrow">
        <h1>${t('shell.register')}</h1>
        ${errorSummary(context, attempt)}
        ${
          isOpen
            ? postForm(
                context,
                {},
                html`<div>
                  ${field({
                    name: 'username',
                    label: t('account.username'),
                    hint: t('account.username_hint'),
                    autocomplete: 'username',
                    required: true,
                    maxlength: fieldLimits['typed username'].characters,
                    attempt,
                  })}
                  ${field({
                    name: 'email',
                    label: t('account.email'),
                    type: 'email',
                    autocomplete: 'email',
                    required: true,
                    maxlength: fieldLimits['mail address'].characters,
                    attempt,
                  })}
                  ${field({
                    name: 'password',
                    label: t('login.password'),
                    type: 'password',
                    hint: t('account.password_hint'),
                    autocomplete: 'new-password',
                    required: true,
                    maxlength: fieldLimits.password.characters,
                    attempt,
                  })}
                  <button class="primary">${t('shell.register')}</button>
                </div>`,
              )
            : html`<p>${t('account.closed')}</p>`
        }
        <p>${t('account.have_account')} <a href="/login${passed}">${t('shell.log_in')}</a></p>
      </div>`,
    };
  },
  actions: {
    async default({ services, caller, t, query }, form) {
      const account = {
        username: form.text('username', fieldLimits['typed username'].characters),
        email: form.text('email', fieldLimits['mail address'].characters),
        password: form.exact('password', fieldLimits.password.characters),
      };
      const { username } = await services.identity.registerUser(caller, account);
      const credentials = { usernameOrEmail: username, password: account.password };
      const login = await services.identity.logIn(caller, credentials);
      // a new account has no second factor
      if (!('sessionId' in login)) return redirect('/login');
      return redirect(insideSite(query.get('next')), {
        session: { sessionId: login.sessionId, userId: login.userId },
        flash: {
          notice:
            services.config.mail === null
              ? t('account.logged_in', { name: username })
              : t('account.confirm_email', { name: username, email: account.email }),
        },
      });
    },
  },
};
