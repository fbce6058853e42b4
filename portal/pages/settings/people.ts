import { DomainError } from '../../../domain/errors.ts';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import { firstOf } from '../../../domain/paging.ts';
import { Permission } from '../../../domain/permissions.ts';
import type { PackagePage } from '../../../services/packages/page.ts';
import { checkboxes, field, postForm, select } from '../../components/form.ts';
import { facts, table } from '../../components/show.ts';
import { atFields, invalidField } from '../../error-words.ts';
import type { Form } from '../../form.ts';
import { html, type Html } from '../../html.ts';
import { type Attempt, done, type PageContext, pathOf, type Redirect } from '../../page.ts';
import { attemptAt, namedPackage } from '../named.ts';
import { settingsPath } from './address.ts';

/** The owner of the package, the people who may publish beside the owner, and the rights of teams. */
export async function peopleSection(
  context: PageContext,
  { pkg, mayAdminister, teamAccess }: PackagePage,
  attempt?: Attempt,
): Promise<Html | undefined> {
  const { t } = context;
  if (!mayAdminister) return undefined;
  const owner = pkg.orgSlug === null ? pathOf('users', pkg.ownerName) : pathOf('orgs', pkg.orgSlug);
  return html`<section>
    <h2 id="people">${t('publishing.people')}</h2>
    ${facts([
      [t('publishing.owner'), html`<a href=${owner}>${pkg.ownerName}</a>`],
      [
        t('publishing.repository'),
        html`<a href=${pathOf('repositories', pkg.repositorySlug)}>${pkg.repositorySlug}</a>`,
      ],
    ])}
    ${
      pkg.maintainers.length > 0 &&
      postForm(
        context,
        { name: 'remove_maintainer', label: t('publishing.maintainers') },
        table({
          label: t('publishing.maintainers'),
          columns: [t('publishing.maintainers'), t('publishing.action')],
          rows: pkg.maintainers.map((username) => [
            html`<a id="maintainer-${username}" href=${pathOf('users', username)}>${username}</a>`,
            html`<button name="username" value=${username} aria-describedby="maintainer-${username}">
              ${t('publishing.remove')}
            </button>`,
          ]),
        }),
      )
    }
    ${postForm(
      context,
      { name: 'add_maintainer', className: 'form inline' },
      html`${field({
          name: 'username',
          label: t('account.username'),
          required: true,
          maxlength: fieldLimits['typed username'].characters,
          attempt: attemptAt(attempt, 'add_maintainer'),
        })}<button>${t('publishing.add_maintainer')}</button>`,
    )}
    ${pkg.orgSlug !== null && (await teams(context, pkg.orgSlug, teamAccess ?? [], attempt))}
  </section>`;
}

async function teams(
  context: PageContext,
  slug: string,
  access: NonNullable<PackagePage['teamAccess']>,
  attempt?: Attempt,
): Promise<Html> {
  const { t, caller, services } = context;
  const { canManage } = await services.organizations.get(caller.actor, slug);
  const all = canManage ? (await services.organizations.listTeams(caller, slug, firstOf(1_000))).teams : [];
  return html`<div>
    <h3>${t('publishing.teams')}</h3>
    ${
      access.length === 0
        ? html`<p>${t('publishing.no_teams')}</p>`
        : table({
            label: t('publishing.teams'),
            columns: [t('publishing.team'), t('publishing.permissions'), t('publishing.given_on')],
            rows: access.map(({ teamName, permissions, scope }) => [
              teamName,
              permissions.join(', '),
              t(`publishing.on_${scope}`),
            ]),
          })
    }
    ${
      all.length > 0 &&
      postForm(
        context,
        { name: 'grant_access', className: 'form prose-width' },
        html`<div>
          ${select({
            name: 'team',
            label: t('publishing.team'),
            choices: all.map(({ slug: value, name }) => ({ value, label: name })),
            attempt: attemptAt(attempt, 'grant_access'),
          })}
          ${checkboxes({
            name: 'permissions',
            label: t('publishing.permissions'),
            choices: Permission.options.map((value) => ({ value, label: value })),
            checked: [],
            attempt: attemptAt(attempt, 'grant_access'),
          })}
          <p class="hint">${t('publishing.grant_hint')}</p>
          <button>${t('publishing.grant_access')}</button>
        </div>`,
      )
    }
  </div>`;
}

export async function addMaintainer(context: PageContext, form: Form): Promise<Redirect> {
  const { caller, services, t } = context;
  const username = form.required('username', fieldLimits['typed username'].characters);
  try {
    await services.packages.changeMaintainers(caller, namedPackage(context), { add: [username] });
  } catch (error) {
    // the package exists, so the missing resource is the person
    if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
    throw invalidField('username', 'unknown', t('publishing.no_such_person'));
  }
  return done(settingsPath(context), t('publishing.maintainer_added', { name: username }));
}

export async function removeMaintainer(context: PageContext, form: Form): Promise<Redirect> {
  const { caller, services, t } = context;
  const username = form.text('username', fieldLimits['typed username'].characters);
  await services.packages.changeMaintainers(caller, namedPackage(context), { remove: [username] });
  return done(settingsPath(context), t('publishing.maintainer_removed', { name: username }));
}

export async function grantAccess(context: PageContext, form: Form): Promise<Redirect> {
  const { caller, services, t } = context;
  const { ecosystem, name } = namedPackage(context);
  const { pkg } = await services.packages.manage(caller, { ecosystem, name });
  const permissions = Permission.options.filter((each) => form.all('permissions').includes(each));
  const team = { slug: pkg.orgSlug ?? '', team: form.text('team', fieldLimits.slug.characters) };
  const target = { kind: 'package' as const, ecosystem, name };
  const granting = services.organizations.setTeamAccess(caller, team, target, permissions);
  await atFields({ codes: { not_found: 'team' } }, granting);
  return done(settingsPath(context), t('publishing.access_granted', { name: team.team }));
}
