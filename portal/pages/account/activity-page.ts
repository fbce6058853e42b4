import type { AccountActivity } from '../../../services/identity/activity.ts';
import { accountNav } from '../../components/account-nav.ts';
import { device } from '../../components/device.ts';
import { openList } from '../../components/list-page.ts';
import { empty, table, when } from '../../components/show.ts';
import { type Content, html } from '../../html.ts';
import type { Page, PageContext } from '../../page.ts';

const path = '/account/activity';
const perPage = 50;

/** Events of the account and its credentials: action, time, kind of credential. */
export const activityPage: Page = {
  path,
  audience: 'person',
  async view(context) {
    const { t, services, caller } = context;
    const list = openList(context, path, perPage);
    const entries = await services.identity.listOwnActivity(caller, list.window);
    const { shown, isEmpty, pager } = list.close(entries);
    return {
      title: t('account.activity'),
      body: html`<div>
        <h1>${t('account.activity')}</h1>
        ${accountNav(context, path)}
        <p>${t('account.activity_text')}</p>
        ${
          isEmpty
            ? empty(t('account.no_activity'))
            : table({
                label: t('account.activity'),
                columns: [
                  t('account.what'),
                  t('account.when'),
                  t('account.credential'),
                  t('account.address'),
                  t('account.device'),
                ],
                rows: shown.map((entry) => rowOf(context, entry)),
              })
        }
        ${pager}
      </div>`,
    };
  },
};

function rowOf(context: PageContext, entry: AccountActivity): Content[] {
  const { t } = context;
  const { action, tokenName, changed, ipAddress, userAgent } = entry;
  return [
    html`<span class="row"
      ><span>${t(`account.did_${action}`)}</span>
      ${(tokenName ?? changed) && html`<code>${tokenName ?? changed}</code>`}</span
    >`,
    when(context, entry.occurredAt),
    credentialOf(context, entry),
    html`<span class="whole">${ipAddress ?? '-'}</span>`,
    device(userAgent),
  ];
}

function credentialOf(
  { t }: PageContext,
  { performer, credential, credentialName }: AccountActivity,
): Content {
  if (credential === null) return t(`account.by_${performer === 'self' ? 'unknown' : performer}`);
  return html`<span class="row whole"
    ><span>${t(`account.with_${credential}`)}</span>
    ${credentialName && html`<code>${credentialName}</code>`}</span
  >`;
}
