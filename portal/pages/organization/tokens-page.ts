import { fieldLimits } from '../../../domain/limits/fields.ts';
import { errorSummary } from '../../components/form.ts';
import { openList } from '../../components/list-page.ts';
import { empty } from '../../components/show.ts';
import { tokenForm } from '../../components/tokens/form.ts';
import { readToken } from '../../components/tokens/read.ts';
import { tokenTable } from '../../components/tokens/table.ts';
import { openSection, sectionView, workspacePath } from '../../components/workspace.ts';
import { html } from '../../html.ts';
import { done, type Page } from '../../page.ts';
import { attemptAt } from '../named.ts';

const section = 'tokens';

/** Tokens of the organization, and the form for a new one. */
export const organizationTokensPage: Page = {
  path: `/orgs/:slug/${section}`,
  audience: 'person',
  async view(context, attempt) {
    const { t, services, caller, params } = context;
    const workspace = await openSection(context, section);
    const list = openList(context, workspacePath(context, section));
    const tokens = await services.identity.listOrganizationTokens(caller, params['slug'] ?? '', list.window);
    const { shown, isEmpty, pager } = list.close(tokens);
    return sectionView(
      context,
      workspace,
      section,
      html`<div>
        ${errorSummary(context, attempt)}
        <p>${t('workspace.tokens_text')}</p>
        ${isEmpty ? empty(t('workspace.no_tokens')) : tokenTable(context, shown)} ${pager}
        <h2>${t('account.create_token')}</h2>
        ${tokenForm(context, { attempt: attemptAt(attempt, 'create'), isOfOrganization: true })}
      </div>`,
    );
  },
  actions: {
    async create(context, form) {
      const { services, caller, t, params } = context;
      const created = await services.identity.createOwnToken(caller, {
        ...readToken(context, form),
        kind: 'org_automation',
        organizationSlug: params['slug'] ?? '',
      });
      const notice = t('account.token_created', { name: created.name });
      return done(workspacePath(context, section), notice, created.secret);
    },
    async revoke(context, form) {
      const { services, caller, t, params } = context;
      await services.identity.revokeOrganizationToken(
        caller,
        params['slug'] ?? '',
        form.text('id', fieldLimits.id.characters),
      );
      return done(workspacePath(context, section), t('account.revoked'));
    },
  },
};
