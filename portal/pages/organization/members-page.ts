import { fieldLimits } from '../../../domain/limits/fields.ts';
import type { Member } from '../../../services/organizations/members.ts';
import { errorSummary, field, postForm } from '../../components/form.ts';
import { openList } from '../../components/list-page.ts';
import { roleBadge, roleName } from '../../components/roles.ts';
import { empty, table, when } from '../../components/show.ts';
import { openSection, sectionTitle, sectionView, workspacePath } from '../../components/workspace.ts';
import type { Form } from '../../form.ts';
import { html, type Html } from '../../html.ts';
import { type Attempt, done, type Page, type PageContext, pathOf, type Redirect } from '../../page.ts';
import { attemptAt } from '../named.ts';
import { invitationSection, invite, revoke } from './invitations.ts';
import { givenRoles, readRole } from './roles.ts';

const section = 'members';
const longestText = fieldLimits['member search'].characters;
/** Up to this number the list needs no search field. */
const fewMembers = 10;

/** Members with their roles; for administrators also invitations. */
export const organizationMembersPage: Page = {
  path: `/orgs/:slug/${section}`,
  audience: 'person',
  async view(context, attempt) {
    const { t } = context;
    const workspace = await openSection(context, section);
    const text = context.query.get('q')?.trim().slice(0, longestText) ?? '';
    const { total, shown, pager } = await findMembers(context, text);
    const changing = attemptAt(attempt, 'change_role');
    return sectionView(
      context,
      workspace,
      section,
      html`<div>
        ${errorSummary(context, attempt)}
        ${
          workspace.memberDirectoryIsPrivate &&
          html`<p class="muted">${t('organizations.directory_is_private')}</p>`
        }
        ${workspace.canManage && (await invitationSection(context, attempt))}
        <h2>${sectionTitle(context, section)} <span class="count">${context.number(total)}</span></h2>
        ${(text !== '' || total > fewMembers) && memberSearch(context, text)}
        ${
          shown.length === 0
            ? empty(t('organizations.no_such_members'))
            : memberTable(context, shown, { canManage: workspace.canManage, attempt: changing })
        }
        ${pager}
      </div>`,
    );
  },
  actions: { invite, revoke, change_role: changeRole, remove },
};

/** All members, or those whose names contain the text. */
async function findMembers(context: PageContext, text: string) {
  const { services, caller, params } = context;
  const { slug = '' } = params;
  const list = openList(context, workspacePath(context, section), undefined, { q: text });
  const { total, members } = await services.organizations.listMembers(caller, slug, list.window);
  const found =
    text === ''
      ? members
      : await services.organizations.searchMembers(caller, slug, { text, ...list.window });
  return { total, ...list.close(found) };
}

function memberSearch(context: PageContext, text: string): Html {
  const { t } = context;
  return html`<form method="get" class="form inline" role="search" aria-label=${t('people.members')}>
    ${field({ name: 'q', label: t('organizations.find_members'), type: 'search', value: text, maxlength: longestText })}
    <button>${t('shell.search')}</button>
  </form>`;
}

function memberTable(
  context: PageContext,
  members: readonly Member[],
  { canManage, attempt }: { canManage: boolean; attempt: Attempt | undefined },
): Html {
  const { t } = context;
  const columns = [t('account.username'), t('people.role'), t('organizations.since')];
  return table({
    label: t('people.members'),
    columns: canManage ? [...columns, t('account.action')] : columns,
    rows: members.map((member) => {
      const { username, displayName, role, joinedAt } = member;
      const isChanged = canManage && role !== 'owner';
      return [
        html`<span>
          <a id="member-${username}" href=${pathOf('users', username)}>${username}</a>
          ${displayName !== null && html`<span class="muted">${displayName}</span>`}
        </span>`,
        isChanged ? roleForm(context, member, attempt) : roleBadge(context, role),
        when(context, joinedAt),
        ...(canManage ? [isChanged && removeForm(context, username)] : []),
      ];
    }),
  });
}

function roleForm(context: PageContext, { username, role }: Member, attempt: Attempt | undefined): Html {
  const { t } = context;
  const chosen = attempt?.form.typed('username') === username ? attempt.form.typed('role') : role;
  return postForm(
    context,
    { name: 'change_role', className: 'form inline' },
    html`<span class="row">
      <input type="hidden" name="username" value=${username} />
      <select name="role" aria-label=${`${t('people.role')}: ${username}`}>
        ${givenRoles.map(
          (each) =>
            html`<option value=${each} selected=${each === chosen}>${roleName(context, each)}</option>`,
        )}
      </select>
      <button aria-describedby="member-${username}">${t('organizations.change_role')}</button>
    </span>`,
  );
}

function removeForm(context: PageContext, username: string): Html {
  return postForm(
    context,
    { name: 'remove', className: 'form inline' },
    html`<button class="danger" name="username" value=${username} aria-describedby="member-${username}">
      ${context.t('organizations.remove')}
    </button>`,
  );
}

async function changeRole(context: PageContext, form: Form): Promise<Redirect> {
  const { services, caller, t, params } = context;
  const username = form.text('username', fieldLimits['typed username'].characters);
  const role = readRole(context, form);
  await services.organizations.putMember(caller, params['slug'] ?? '', { username, role });
  return done(
    workspacePath(context, section),
    t('organizations.role_changed', { name: username, role: roleName(context, role) }),
  );
}

async function remove(context: PageContext, form: Form): Promise<Redirect> {
  const { services, caller, t, params, person } = context;
  const username = form.text('username', fieldLimits['typed username'].characters);
  await services.organizations.removeMember(caller, params['slug'] ?? '', username);
  const notice = t('organizations.member_removed', { name: username });
  // the page is closed to members who removed themselves
  return done(
    username === person?.username ? '/account/organizations' : workspacePath(context, section),
    notice,
  );
}
