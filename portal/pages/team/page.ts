import { fieldLimits } from '../../../domain/limits/fields.ts';
import { inputLimits } from '../../../domain/limits/inputs.ts';
import type { TeamView } from '../../../services/organizations/team-view.ts';
import { errorSummary, field, postForm } from '../../components/form.ts';
import { openSection, workspaceFrame, workspacePath } from '../../components/workspace.ts';
import type { Form } from '../../form.ts';
import { html, type Html } from '../../html.ts';
import { type Attempt, done, type Page, type PageContext, type Redirect } from '../../page.ts';
import { attemptAt } from '../named.ts';
import { accessSection, grant, withdraw } from './access.ts';
import { addMember, membersSection, removeMember } from './members.ts';
import { namedTeam, teamPath } from './named.ts';

/** A team: its members, and its rights within the organization. */
export const teamPage: Page = {
  path: '/orgs/:slug/teams/:team',
  audience: 'person',
  async view(context, attempt) {
    const { services, caller } = context;
    const workspace = await openSection(context, 'teams');
    const team = await services.organizations.getTeam(caller, namedTeam(context));
    return {
      title: `${team.name} - ${workspace.name}`,
      body: workspaceFrame(context, workspace, {
        section: 'teams',
        title: team.name,
        body: html`<div class="settings">
          ${errorSummary(context, attempt)} ${team.description && html`<p>${team.description}</p>`}
          ${team.canViewMembers && (await membersSection(context, team, attempt))}
          ${accessSection(context, team, attempt)} ${team.canManage && general(context, team, attempt)}
        </div>`,
      }),
    };
  },
  actions: {
    add_member: addMember,
    remove_member: removeMember,
    grant_access: grant,
    withdraw_access: withdraw,
    save,
    delete: remove,
  },
};

function general(context: PageContext, team: TeamView, attempt?: Attempt): Html {
  const { t } = context;
  const own = attemptAt(attempt, 'save');
  return html`<div>
    <section>
      <h2>${t('publishing.general')}</h2>
      ${postForm(
        context,
        { name: 'save', className: 'form prose-width' },
        html`<div>
          ${field({
            name: 'name',
            label: t('organizations.team_name'),
            value: team.name,
            required: true,
            maxlength: inputLimits['display name'].characters,
            attempt: own,
          })}
          ${field({
            name: 'description',
            label: t('people.description'),
            value: team.description ?? '',
            rows: 2,
            maxlength: fieldLimits.description.characters,
            attempt: own,
          })}
          <button class="primary">${t('publishing.save')}</button>
        </div>`,
      )}
    </section>
    <section class="danger-zone">
      <h2>${t('publishing.danger_zone')}</h2>
      <p>${t('organizations.delete_team_text')}</p>
      ${postForm(context, { name: 'delete' }, html`<button class="danger">${t('publishing.delete')}</button>`)}
    </section>
  </div>`;
}

async function save(context: PageContext, form: Form): Promise<Redirect> {
  const { services, caller, t } = context;
  await services.organizations.updateTeam(caller, namedTeam(context), {
    name: form.required('name', inputLimits['display name'].characters),
    description: form.optional('description', fieldLimits.description.characters) ?? null,
  });
  return done(teamPath(context), t('publishing.saved'));
}

async function remove(context: PageContext): Promise<Redirect> {
  const { services, caller, t } = context;
  const named = namedTeam(context);
  await services.organizations.removeTeam(caller, named);
  return done(workspacePath(context, 'teams'), t('organizations.team_deleted', { name: named.team }));
}
