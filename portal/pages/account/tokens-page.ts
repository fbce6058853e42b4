import { fieldLimits } from '../../../domain/limits/fields.ts';
import { accountNav } from '../../components/account-nav.ts';
import { errorSummary } from '../../components/form.ts';
import { openList } from '../../components/list-page.ts';
import { empty } from '../../components/show.ts';
import { tokenForm } from '../../components/tokens/form.ts';
import { readToken } from '../../components/tokens/read.ts';
import { tokenTable } from '../../components/tokens/table.ts';
import { html } from '../../html.ts';
import { done, type Page } from '../../page.ts';
import { attemptAt } from '../named.ts';

const path = '/account/tokens';

/** Tokens of the person and of organizations that the person manages, and the form for a new one. */
export const tokensPage: Page = {
  path,
  audience: 'person',
  async view(context, attempt) {
    const { t, services, caller } = context;
    const list = openList(context, path);
    const tokens = await services.identity.listManagedTokens(caller.actor, list.window);
    const { shown, isEmpty, pager } = list.close(tokens);
    return {
      title: t('account.tokens'),
      body: html`<div>
        <h1>${t('account.tokens')}</h1>
        ${accountNav(context, path)} ${errorSummary(context, attempt)}
        ${isEmpty ? empty(t('account.no_tokens')) : tokenTable(context, shown)} ${pager}
        <h2>${t('account.create_token')}</h2>
        ${tokenForm(context, { attempt: attemptAt(attempt, 'create') })}
      </div>`,
    };
  },
  actions: {
    async create(context, form) {
      const { services, caller, t } = context;
      const created = await services.identity.createOwnToken(caller, readToken(context, form));
      return done(path, t('account.token_created', { name: created.name }), created.secret);
    },
    async revoke({ services, caller, t }, form) {
      await services.identity.revokeTokenById(caller, form.text('id', fieldLimits.id.characters));
      return done(path, t('account.revoked'));
    },
  },
};
