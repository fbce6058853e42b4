import { postForm } from '../../components/form.ts';
import { html } from '../../html.ts';
import { type Page, redirect } from '../../page.ts';

/** A view only asks; the form ends the session on every replica. */
export const logoutPage: Page = {
  path: '/logout',
  view(context) {
    const { t, person } = context;
    if (!person) return redirect('/');
    return {
      title: t('shell.log_out'),
      replaces: ['log_out'],
      body: html`<div class="narrow">
        <h1>${t('shell.log_out')}</h1>
        <p>${t('account.log_out_question')}</p>
        ${postForm(context, {}, html`<button class="primary">${t('shell.log_out')}</button>`)}
      </div>`,
    };
  },
  actions: {
    async default({ services, caller, t }) {
      await services.identity.logOut(caller, { isAll: false });
      return redirect('/', { session: null, flash: { notice: t('account.logged_out') } });
    },
  },
};
