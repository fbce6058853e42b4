import { fieldLimits } from '../../../domain/limits/fields.ts';
import { accountNav } from '../../components/account-nav.ts';
import { checkbox, errorSummary, field, postForm } from '../../components/form.ts';
import { atFields } from '../../error-words.ts';
import { html } from '../../html.ts';
import { done, insideSite, type Page, type PageContext, redirect, withQuery } from '../../page.ts';
import { secondFactor } from './second-factor.ts';

const path = '/account/security';
const here = ({ query }: PageContext) => withQuery(path, { next: query.get('next') ?? undefined });

/** Password and second factor. */
export const securityPage: Page = {
  path,
  audience: 'person',
  async view(context, attempt) {
    const { t, services, caller } = context;
    const account = await services.identity.getAccount(caller.actor);
    const ofPassword = attempt?.form.text('action') === 'password' ? attempt : undefined;
    return {
      title: t('account.security'),
      takesFlash: context.flash?.data?.['recoveryCodes'] !== undefined,
      body: html`<div>
        <h1>${t('account.security')}</h1>
        ${accountNav(context, path)} ${errorSummary(context, attempt)}
        <div class="narrow">
          <h2>${t('account.second_factor')}</h2>
          ${secondFactor(context, account.mfaEnabled, attempt)}
          <h2>${t('account.change_password')}</h2>
          ${postForm(
            context,
            { name: 'password' },
            html`<div>
              ${field({
                name: 'old_password',
                label: t('account.current_password'),
                type: 'password',
                required: true,
                autocomplete: 'current-password',
                attempt: ofPassword,
              })}
              ${field({
                name: 'new_password',
                label: t('account.new_password'),
                type: 'password',
                hint: t('account.password_hint'),
                required: true,
                autocomplete: 'new-password',
                attempt: ofPassword,
              })}
              ${checkbox({ name: 'keep_tokens', label: t('account.keep_tokens'), attempt: ofPassword })}
              <button>${t('account.change_password')}</button>
            </div>`,
          )}
        </div>
      </div>`,
    };
  },
  actions: {
    async password(context, form) {
      const changing = context.services.identity.changePassword(context.caller, {
        current: form.exact('old_password', fieldLimits.password.characters),
        next: form.exact('new_password', fieldLimits.password.characters),
        revokesTokens: !form.isOn('keep_tokens'),
      });
      await atFields({ members: { current_password: 'old_password' } }, changing);
      return done(here(context), context.t('account.password_changed'));
    },
    async enable(context) {
      const made = await context.services.identity.setUpSecondFactor(context.caller, { password: undefined });
      const enrolment = { ...made, recoveryCodes: made.recoveryCodes.join('\n') };
      return redirect(here(context), { flash: { notice: context.t('account.mfa_scan'), data: enrolment } });
    },
    async verify(context, form) {
      await context.services.identity.confirmSecondFactor(
        context.caller,
        form.text('code', fieldLimits.code.characters),
      );
      const next = context.query.get('next');
      return done(next === null ? path : insideSite(next), context.t('account.mfa_enabled'));
    },
    async new_codes(context, form) {
      const codes = await context.services.identity.renewRecoveryCodes(
        context.caller,
        form.text('code', fieldLimits.code.characters),
      );
      const data = { recoveryCodes: codes.join('\n') };
      return redirect(path, { flash: { notice: context.t('account.codes_renewed'), data } });
    },
    async disable(context, form) {
      await context.services.identity.disableSecondFactor(
        context.caller,
        form.text('code', fieldLimits.code.characters),
      );
      return done(path, context.t('account.mfa_disabled'));
    },
  },
};
