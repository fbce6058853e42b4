import { fieldLimits } from '../../../domain/limits/fields.ts';
import { inputLimits } from '../../../domain/limits/inputs.ts';
import { errorSummary, field, postForm } from '../../components/form.ts';
import { openList } from '../../components/list-page.ts';
import { empty } from '../../components/show.ts';
import { openSection, sectionView, workspacePath } from '../../components/workspace.ts';
import { html, type Html } from '../../html.ts';
import { type Attempt, done, type Page, type PageContext, pathOf } from '../../page.ts';

const section = 'teams';

/** Teams of the organization, and the form for a new one. */
export const organizationTeamsPage: Page = {
  path: `/orgs/:slug/${section}`,
  audience: 'person',
  async view(context, attempt) {
    const { t, services, caller } = context;
    const workspace = await openSection(context, section);
    const { slug } = workspace;
    const list = openList(context, workspacePath(context, section));
    const { teams } = await services.organizations.listTeams(caller, slug, list.window);
    const { shown, isEmpty, pager } = list.close(teams);
    return sectionView(
      context,
      workspace,
      section,
      html`<div>
        ${errorSummary(context, attempt)}
        ${
          isEmpty
            ? empty(t('organizations.no_teams'))
            : html`<ul class="list">
                ${shown.map(
                  (team) =>
                    html`<li>
                      <h2><a href=${pathOf('orgs', slug, section, team.slug)}>${team.name}</a></h2>
                      ${team.description && html`<p>${team.description}</p>`}
                    </li>`,
                )}
              </ul>`
        }
        ${pager} ${workspace.canManage && newTeam(context, attempt)}
      </div>`,
    );
  },
  actions: {
    async create(context, form) {
      const { services, caller, t, params } = context;
      const { slug = '' } = params;
      const team = await services.organizations.createTeam(caller, slug, {
        name: form.required('name', inputLimits['display name'].characters),
        slug: form.required('slug', fieldLimits.slug.characters),
        description: form.optional('description', fieldLimits.description.characters) ?? null,
      });
      const notice = t('organizations.team_created', { name: team.name });
      return done(pathOf('orgs', slug, section, team.slug), notice);
    },
  },
};

function newTeam(context: PageContext, attempt?: Attempt): Html {
  const { t } = context;
  return html`<section>
    <h2>${t('organizations.create_team')}</h2>
    ${postForm(
      context,
      { name: 'create', className: 'form narrow' },
      html`<div>
        ${field({ name: 'name', label: t('organizations.team_name'), required: true, maxlength: inputLimits['display name'].characters, attempt })}
        ${field({ name: 'slug', label: t('people.slug'), required: true, maxlength: fieldLimits.slug.characters, attempt })}
        ${field({ name: 'description', label: t('people.description'), rows: 2, maxlength: fieldLimits.description.characters, attempt })}
        <button class="primary">${t('organizations.create_team')}</button>
      </div>`,
    )}
  </section>`;
}
