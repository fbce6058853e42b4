import { fieldLimits } from '../../../domain/limits/fields.ts';
import type { Account } from '../../../services/users/administer.ts';
import { administrationView, openAdministration } from '../../components/administration.ts';
import { field, select } from '../../components/form.ts';
import { openList } from '../../components/list-page.ts';
import { empty, table, when } from '../../components/show.ts';
import { html, type Html } from '../../html.ts';
import { type Page, type PageContext, pathOf } from '../../page.ts';
import { standingBadges } from './account-words.ts';

const path = '/admin/users';
const perPage = 50;
const longestText = fieldLimits['mail address'].characters;

const groups = ['all', 'administrators', 'locked'] as const;
type Group = (typeof groups)[number];

const filters: Readonly<Record<Group, { isActive: boolean | null; isAdmin: boolean | null }>> = {
  all: { isActive: null, isAdmin: null },
  administrators: { isActive: null, isAdmin: true },
  locked: { isActive: false, isAdmin: null },
};

/** Accounts by name. */
export const accountsPage: Page = {
  path,
  audience: 'person',
  async view(context) {
    openAdministration(context);
    const { t, services, caller, query } = context;
    const text = query.get('q')?.trim().slice(0, longestText) ?? '';
    const group = groups.find((each) => each === query.get('group')) ?? 'all';
    const list = openList(context, path, perPage, { q: text, group: group === 'all' ? undefined : group });
    const filter = { text: text || null, ...filters[group] };
    const { shown, pager } = list.close(await services.users.listAccounts(caller, filter, list.window));
    return administrationView(context, {
      section: path,
      title: t('administration.people'),
      body: html`<div>
        ${searchForm(context, { text, group })}
        ${shown.length === 0 ? empty(t('administration.no_people')) : accountTable(context, shown)} ${pager}
      </div>`,
    });
  },
};

function searchForm({ t }: PageContext, { text, group }: { text: string; group: Group }): Html {
  return html`<form method="get" class="form inline" role="search" aria-label=${t('administration.people')}>
    ${field({
      name: 'q',
      label: t('administration.name_begins'),
      type: 'search',
      value: text,
      maxlength: longestText,
      autocomplete: 'off',
    })}
    ${select({
      name: 'group',
      label: t('administration.group'),
      value: group,
      choices: groups.map((value) => ({
        value,
        label: t(value === 'all' ? 'administration.all' : `administration.group_${value}`),
      })),
    })}
    <button>${t('shell.search')}</button>
  </form>`;
}

function accountTable(context: PageContext, accounts: readonly Account[]): Html {
  const { t } = context;
  return table({
    label: t('administration.people'),
    columns: [
      t('account.username'),
      t('account.email'),
      t('packages.status_state'),
      t('administration.registered'),
      t('administration.last_seen'),
    ],
    rows: accounts.map((account) => [
      html`<span>
        <a href=${pathOf('admin', 'users', account.username)}>${account.username}</a>
        ${account.displayName !== null && html` <span class="muted">${account.displayName}</span>`}
      </span>`,
      !account.isErased && html`<span class="whole">${account.email}</span>`,
      html`<span>${standingBadges(context, account)}</span>`,
      when(context, account.createdAt),
      when(context, account.lastSeenAt) ?? t('administration.never'),
    ]),
  });
}
