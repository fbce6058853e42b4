import { html, type Html } from '../html.ts';
import type { Attempt, PageContext } from '../page.ts';
import { field } from './form.ts';

/** Fields for the password and the code, for forms that need a recent log-in; undefined while the log-in is recent. */
export function recentLogin(context: PageContext, attempt?: Attempt, idPrefix = 'current'): Html | undefined {
  const { person, services, t } = context;
  if (!person) return undefined;
  const age = Date.now() - (person.authenticatedAt ?? 0);
  // a form takes a while to fill in
  const isRecent = age + slackMs <= services.config.auth.recentLoginSeconds * 1_000;
  if (isRecent && !attempt?.needsLogin) return undefined;
  return html`<fieldset class="field">
    <legend>${t('login.again')}</legend>
    ${field({
      name: 'current_password',
      id: `${idPrefix}-password`,
      label: t('login.password'),
      type: 'password',
      autocomplete: 'current-password',
      attempt,
    })}
    ${
      person.hasSecondFactor &&
      field({
        name: 'current_code',
        id: `${idPrefix}-code`,
        label: t('login.code'),
        hint: t('login.code_hint'),
        autocomplete: 'one-time-code',
        attempt,
      })
    }
  </fieldset>`;
}

const slackMs = 120_000;
