import { DomainError, notFound } from '../../../domain/errors.ts';
import { readUserCode, showUserCode } from '../../../domain/user-code.ts';
import type { WaitingClient } from '../../../services/identity/browser-login.ts';
import { errorSummary, field } from '../../components/form.ts';
import { readForm } from '../../form.ts';
import { html, type Html } from '../../html.ts';
import type { Attempt, Page, PageContext, View } from '../../page.ts';
import { approve, clientFacts, decided, decidedPath, decisionForm } from './parts.ts';

/** The page on which a person types the code of a waiting client, sees its request and decides (RFC 8628, section 3.3). */
export const devicePage: Page = {
  path: decidedPath,
  isOpenForm: true,
  async view(context, attempt) {
    const { t, query, flash } = context;
    const title = t('account.client_login');
    const decision = flash?.data?.['decision'];
    if (decision !== undefined) {
      const next = t(decision === 'denied' ? 'account.denied_text' : 'account.approved_text');
      return { ...frame(title, html`<p>${next}</p>`), takesFlash: true };
    }
    const typed = attempt ? codeIn(attempt.form) : query.get('user_code');
    if (typed === null) return frame(title, codeForm(context));
    const found = await find(context, typed);
    if (!found) return { ...frame(title, codeForm(context, typed)), status: 404 };
    const code = showUserCode(found.code);
    return frame(
      title,
      html`<div>
        ${errorSummary(context, attempt)}
        <p>${t('account.client_asks')}</p>
        ${clientFacts(context, found.client, code)}
        <p>${t('account.compare_code')}</p>
        ${decisionForm(context, {
          action: decidedPath,
          hidden: html`<input type="hidden" name="user_code" value=${code} />`,
          attempt,
        })}
      </div>`,
    );
  },
  actions: {
    async default(context, form) {
      const found = await find(context, codeIn(form));
      if (!found) throw notFound('log-in');
      const decision = form.text('decision');
      if (decision === 'deny') {
        await context.services.browserLogins.deny(found.code);
        return decided(context, 'denied');
      }
      if (decision !== 'approve') throw new DomainError('bad_request', 'approve or deny');
      await approve(context, form, found.code);
      return decided(context, 'approved');
    },
  },
};

const codeIn = (form: Attempt['form']) => form.typed('user_code');

const frame = (title: string, content: Html): View => ({
  title,
  body: html`<div class="narrow">
    <h1>${title}</h1>
    ${content}
  </div>`,
});

interface Found {
  client: WaitingClient;
  /** The code without its dash. */
  code: string;
}

/** Looks a typed code up. Each look-up counts, so that few codes can be guessed. */
async function find({ services, caller }: PageContext, typed: string): Promise<Found | null> {
  const code = readUserCode(typed);
  if (code === undefined) return null;
  const client = await services.identity.findDevice(caller, code);
  return client && { client, code };
}

/** `unknown`: a typed code that belongs to no waiting client. */
function codeForm({ t }: PageContext, unknown?: string): Html {
  const attempt =
    unknown === undefined
      ? undefined
      : {
          form: readForm(new URLSearchParams({ user_code: unknown.slice(0, 20) }), t),
          status: 404,
          problem: { sentence: '' },
          errors: [{ path: 'user_code', sentence: t('account.code_unknown') }],
          needsLogin: false,
        };
  return html`<form method="get" action=${decidedPath} class="form">
    ${field({
      name: 'user_code',
      label: t('login.code'),
      hint: t('account.type_code'),
      required: true,
      autocomplete: 'off',
      maxlength: 20,
      placeholder: 'XXXX-XXXX',
      attempt,
    })}
    <button class="primary">${t('account.go_on')}</button>
  </form>`;
}
