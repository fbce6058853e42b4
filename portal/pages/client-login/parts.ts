import { fieldLimits } from '../../../domain/limits/fields.ts';
import type { WaitingClient } from '../../../services/identity/browser-login.ts';
import { field, postForm } from '../../components/form.ts';
import { recentLogin } from '../../components/recent-login.ts';
import { facts } from '../../components/show.ts';
import { invalidField } from '../../error-words.ts';
import type { Form } from '../../form.ts';
import { html, type Content, type Html } from '../../html.ts';
import { type Attempt, type PageContext, pathOf, type Redirect, redirect } from '../../page.ts';

/** The client, the code that its terminal shows, and the rights that it would get. */
export function clientFacts({ t }: PageContext, client: WaitingClient, code: string): Html {
  return facts([
    [t('account.computer'), client.hostname],
    [t('account.asked_from'), client.address],
    [t('login.code'), html`<code>${code}</code>`],
    !client.isConfirmation && [
      t('account.scopes'),
      html`<ul class="plain">
        ${client.scopes.map((scope) => html`<li><code>${scope}</code></li>`)}
      </ul>`,
    ],
  ]);
}

/** The form of the decision: by the person of the session, or by name and password in the form. */
export function decisionForm(
  context: PageContext,
  { action, hidden, attempt }: { action: string; hidden?: Content; attempt: Attempt | undefined },
): Html {
  const { t, person } = context;
  return postForm(
    context,
    { action },
    html`<div>
      ${hidden}
      ${
        person
          ? html`<p>
                ${t('account.acting_as')} <a href=${pathOf('users', person.username)}>${person.username}</a>
              </p>
              ${recentLogin(context, attempt)}`
          : credentials(context, attempt)
      }
      <div class="row">
        <button class="primary" name="decision" value="approve">${t('account.approve')}</button>
        <button name="decision" value="deny" formnovalidate>${t('account.deny')}</button>
      </div>
    </div>`,
  );
}

function credentials({ t }: PageContext, attempt: Attempt | undefined): Html {
  return html`<div>
    ${field({
      name: 'username',
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
    ${field({
      name: 'code',
      label: t('login.code'),
      hint: t('account.code_if_any'),
      autocomplete: 'one-time-code',
      maxlength: fieldLimits.code.characters,
      attempt,
    })}
  </div>`;
}

/** @throws DomainError as `identity.approveLogin` and `identity.approveLoginInSession`; `validation_failed` without a name or a password */
export async function approve(context: PageContext, form: Form, pageId: string): Promise<void> {
  const { services, caller, person } = context;
  if (person) return services.identity.approveLoginInSession(caller, pageId);
  const username = form.required('username', fieldLimits['mail address'].characters);
  const password = form.exact('password', fieldLimits.password.characters);
  if (password === '') throw invalidField('password', 'required', context.t('shell.required'));
  const code = form.optional('code', fieldLimits.code.characters);
  return services.identity.approveLogin(caller, { pageId, username, password, ...(code ? { code } : {}) });
}

/** The address after a decision: a page without a form. */
export const decidedPath = '/login/device';

export function decided({ t }: PageContext, decision: 'approved' | 'denied'): Redirect {
  const notice = t(`account.${decision}`);
  return redirect(decidedPath, { flash: { notice, data: { decision } } });
}
