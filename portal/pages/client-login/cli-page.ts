import { notFound } from '../../../domain/errors.ts';
import { errorSummary } from '../../components/form.ts';
import { html } from '../../html.ts';
import { type Page, type PageContext, pathOf } from '../../page.ts';
import { approve, clientFacts, decided, decisionForm } from './parts.ts';

/** The length of the code that the client has printed: the end of the page's address. */
const codeLength = 8;

/** The page on which a person confirms the log-in of a command-line client, or a change by a client. */
export const cliPage: Page = {
  path: '/login/cli/:id',
  isOpenForm: true,
  async view(context, attempt) {
    const { t, services } = context;
    const id = idOf(context);
    const client = await services.browserLogins.find(id);
    if (!client) {
      const title = t('account.client_gone');
      return {
        title,
        status: 404,
        body: html`<div class="narrow">
          <h1>${title}</h1>
          <p>${t('account.client_gone_text')}</p>
        </div>`,
      };
    }
    const title = t(client.isConfirmation ? 'account.confirm_change' : 'account.client_login');
    return {
      title,
      body: html`<div class="narrow">
        <h1>${title}</h1>
        ${errorSummary(context, attempt)}
        <p>${t(client.isConfirmation ? 'account.change_asks' : 'account.client_asks')}</p>
        ${clientFacts(context, client, id.slice(-codeLength))}
        <p>${t('account.compare_address')}</p>
        ${decisionForm(context, { action: pathOf('login', 'cli', id), attempt })}
      </div>`,
    };
  },
  actions: {
    async default(context, form) {
      const { services } = context;
      const id = idOf(context);
      if (!(await services.browserLogins.find(id))) throw notFound('log-in');
      if (form.text('decision') === 'deny') {
        await services.browserLogins.deny(id);
        return decided(context, 'denied');
      }
      await approve(context, form, id);
      return decided(context, 'approved');
    },
  },
};

/** The id in the address. Typed codes belong to another page, which counts the attempts. */
function idOf({ params }: PageContext): string {
  const id = params['id'] ?? '';
  return /^[0-9a-f]{40}$/.test(id) ? id : '';
}
