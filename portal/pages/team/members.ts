import { DomainError } from '../../../domain/errors.ts';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import type { TeamView } from '../../../services/organizations/team-view.ts';
import { field, postForm } from '../../components/form.ts';
import { openList } from '../../components/list-page.ts';
import { empty, table } from '../../components/show.ts';
import { invalidField } from '../../error-words.ts';
import type { Form } from '../../form.ts';
import { html, type Html } from '../../html.ts';
import { type Attempt, done, type PageContext, pathOf, type Redirect } from '../../page.ts';
import { attemptAt } from '../named.ts';
import { namedTeam, teamPath } from './named.ts';

/** Members of the team, and the form that adds a member of the organization. */
export async function membersSection(
  context: PageContext,
  { canManage }: TeamView,
  attempt?: Attempt,
): Promise<Html> {
  const { t, services, caller } = context;
  const list = openList(context, teamPath(context));
  const members = await services.organizations.listTeamMembers(caller, namedTeam(context), list.window);
  const { shown, isEmpty, pager } = list.close(members);
  const columns = [t('account.username')];
  return html`<section>
    <h2>${t('people.members')}</h2>
    ${
      isEmpty
        ? empty(t('organizations.empty_team'))
        : table({
            label: t('people.members'),
            columns: canManage ? [...columns, t('account.action')] : columns,
            rows: shown.map(({ username, displayName }) => [
              html`<span>
                <a id="member-${username}" href=${pathOf('users', username)}>${username}</a>
                ${displayName !== null && html`<span class="muted">${displayName}</span>`}
              </span>`,
              ...(canManage ? [removal(context, username)] : []),
            ]),
          })
    }
    ${pager}
    ${
      canManage &&
      postForm(
        context,
        { name: 'add_member', className: 'form inline' },
        html`${field({
            name: 'username',
            label: t('account.username'),
            required: true,
            maxlength: fieldLimits['typed username'].characters,
            autocomplete: 'off',
            attempt: attemptAt(attempt, 'add_member'),
          })}<button>${t('organizations.add_member')}</button>`,
      )
    }
  </section>`;
}

function removal(context: PageContext, username: string): Html {
  return postForm(
    context,
    { name: 'remove_member', className: 'form inline' },
    html`<button class="danger" name="username" value=${username} aria-describedby="member-${username}">
      ${context.t('organizations.remove')}
    </button>`,
  );
}

export async function addMember(context: PageContext, form: Form): Promise<Redirect> {
  const { services, caller, t } = context;
  const username = form.required('username', fieldLimits['typed username'].characters);
  try {
    await services.organizations.addTeamMember(caller, namedTeam(context), username);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    // the view shows whether the team exists
    if (error.code === 'not_found') throw invalidField('username', 'unknown', t('publishing.no_such_person'));
    if (error.code === 'invalid_state')
      throw invalidField('username', 'no_member', t('organizations.no_member'));
    throw error;
  }
  return done(teamPath(context), t('organizations.in_team', { name: username }));
}

export async function removeMember(context: PageContext, form: Form): Promise<Redirect> {
  const { services, caller, t } = context;
  const username = form.text('username', fieldLimits['typed username'].characters);
  await services.organizations.removeTeamMember(caller, namedTeam(context), username);
  return done(teamPath(context), t('organizations.out_of_team', { name: username }));
}
