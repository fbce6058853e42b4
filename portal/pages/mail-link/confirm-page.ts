import { notFound } from '../../../domain/errors.ts';
import { errorSummary, postForm } from '../../components/form.ts';
import { html } from '../../html.ts';
import { done, type Page } from '../../page.ts';
import { linkGone } from './gone.ts';

/** A view changes nothing, as mail scanners open links too. */
export const confirmAddressPage: Page = {
  path: '/login/confirm-address/:token',
  tier: 'auth',
  isOpenForm: true,
  async view(context, attempt) {
    const { t, services, params } = context;
    if (services.config.mail === null) throw notFound('page');
    const isAlive = await services.identity.isLinkAlive(params['token'] ?? '', 'verify_email');
    if (!isAlive) return linkGone(context);
    const title = t('account.confirm_address');
    return {
      title,
      body: html`<div class="narrow">
        <h1>${title}</h1>
        ${errorSummary(context, attempt)}
        <p>${t('account.confirm_address_text')}</p>
        ${postForm(context, {}, html`<button class="primary">${t('account.confirm')}</button>`)}
      </div>`,
    };
  },
  actions: {
    async default({ services, caller, params, person, t }) {
      await services.identity.confirmAddressByLink(caller, params['token'] ?? '');
      return done(person ? '/account' : '/login', t('account.address_confirmed'));
    },
  },
};
