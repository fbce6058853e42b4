import { fieldLimits } from '../../../domain/limits/fields.ts';
import { accountNav } from '../../components/account-nav.ts';
import { device } from '../../components/device.ts';
import { errorSummary, postForm } from '../../components/form.ts';
import { openList } from '../../components/list-page.ts';
import { badge, table, when } from '../../components/show.ts';
import { html } from '../../html.ts';
import { done, type Page } from '../../page.ts';

const path = '/account/sessions';

/** The sessions of the person, each with a form that ends it. */
export const sessionsPage: Page = {
  path,
  audience: 'person',
  async view(context, attempt) {
    const { t, services, caller } = context;
    const list = openList(context, path);
    const { shown, pager } = list.close(await services.identity.listOwnSessions(caller, list.window));
    return {
      title: t('account.sessions'),
      body: html`<div>
        <h1>${t('account.sessions')}</h1>
        ${accountNav(context, path)} ${errorSummary(context, attempt)}
        ${table({
          label: t('account.sessions'),
          columns: [
            t('account.device'),
            t('account.address'),
            t('account.started'),
            t('account.last_used'),
            t('account.action'),
          ],
          rows: shown.map(({ id, userAgent, ipAddress, createdAt, lastUsedAt, isCurrent }) => [
            html`<div>${device(userAgent)} ${isCurrent && badge(t('account.this_session'), 'good')}</div>`,
            html`<span class="whole">${ipAddress ?? '-'}</span>`,
            when(context, createdAt),
            when(context, lastUsedAt),
            postForm(
              context,
              { name: 'revoke', className: 'form inline' },
              html`<span
                ><input type="hidden" name="id" value=${id} /><button class="danger">
                  ${t('account.revoke')}
                </button></span
              >`,
            ),
          ]),
        })}
        ${pager}
      </div>`,
    };
  },
  actions: {
    async revoke({ services, caller, t }, form) {
      await services.identity.revokeOwnSession(caller, form.text('id', fieldLimits.id.characters));
      return done(path, t('account.revoked'));
    },
  },
};
