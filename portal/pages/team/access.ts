import { fieldLimits } from '../../../domain/limits/fields.ts';
import { Permission } from '../../../domain/permissions.ts';
import type { AccessKind, NamedTarget } from '../../../services/organizations/team-access.ts';
import type { GrantTarget, TeamView } from '../../../services/organizations/team-view.ts';
import { postForm, select } from '../../components/form.ts';
import { empty, table } from '../../components/show.ts';
import { packageHref } from '../../components/package-link.ts';
import { permissionBadges } from '../../components/roles.ts';
import { atFields, invalidField } from '../../error-words.ts';
import type { Form } from '../../form.ts';
import { html, type Html } from '../../html.ts';
import type { TextKey } from '../../locales/index.ts';
import { type Attempt, done, type PageContext, pathOf, type Redirect } from '../../page.ts';
import { attemptAt } from '../named.ts';
import { namedTeam, teamPath } from './named.ts';

const groups: Record<AccessKind, TextKey> = {
  package: 'people.packages',
  repository: 'account.repositories',
  namespace: 'account.namespaces',
};

/** The rights of the team, and the form that grants another one. */
export function accessSection(context: PageContext, team: TeamView, attempt?: Attempt): Html {
  const { t } = context;
  const { access, canManage } = team;
  const columns = [t('people.kind'), t('organizations.access_to'), t('publishing.permissions')];
  return html`<section>
    <h2>${t('organizations.rights')}</h2>
    ${
      access.length === 0
        ? empty(t('organizations.no_rights'))
        : table({
            label: t('organizations.rights'),
            columns: canManage ? [...columns, t('account.action')] : columns,
            rows: access.map(({ kind, targetId, ecosystem, name, permissions }) => {
              const target = { kind, id: targetId, ecosystem, name };
              return [
                t(groups[kind]),
                html`<a id="target-${targetId}" href=${hrefOf(target)}>${labelOf(target)}</a>`,
                permissionBadges(permissions),
                ...(canManage ? [withdrawal(context, target)] : []),
              ];
            }),
          })
    }
    ${canManage && grantForm(context, team, attemptAt(attempt, 'grant_access'))}
  </section>`;
}

function grantForm(context: PageContext, { targets, hasMoreTargets }: TeamView, attempt?: Attempt): Html {
  const { t } = context;
  if (targets.length === 0) return html`<p>${t('organizations.nothing_to_grant')}</p>`;
  return postForm(
    context,
    { name: 'grant_access', className: 'form prose-width' },
    html`<div>
      ${select({
        name: 'target',
        label: t('organizations.access_to'),
        hint: hasMoreTargets && t('organizations.more_targets'),
        choices: targets.map((target) => ({
          value: keyOf(target),
          label: labelOf(target),
          group: t(groups[target.kind]),
        })),
        attempt,
      })}
      ${select({
        name: 'permission',
        label: t('organizations.permission'),
        hint: t('organizations.permission_hint'),
        value: 'publish',
        choices: Permission.options.map((value) => ({ value, label: value, lang: 'en' })),
        attempt,
      })}
      <button>${t('publishing.grant_access')}</button>
    </div>`,
  );
}

function withdrawal(context: PageContext, target: GrantTarget): Html {
  return postForm(
    context,
    { name: 'withdraw_access', className: 'form inline' },
    html`<button class="danger" name="target" value=${keyOf(target)} aria-describedby="target-${target.id}">
      ${context.t('organizations.remove')}
    </button>`,
  );
}

function labelOf({ ecosystem, name }: GrantTarget): string {
  return ecosystem === null ? name : `${ecosystem} ${name}`;
}

function hrefOf({ kind, id, ecosystem, name }: GrantTarget): string {
  if (kind === 'package') return packageHref(ecosystem ?? '', name);
  return kind === 'repository' ? pathOf('repositories', name) : pathOf('namespaces', id);
}

/** The value of a choice: `package:npm/left`, `repository:tools`, or `namespace:` with its id. */
function keyOf({ kind, id, ecosystem, name }: GrantTarget): string {
  if (kind === 'package') return `package:${ecosystem}/${name}`;
  return kind === 'repository' ? `repository:${name}` : `namespace:${id}`;
}

/** @throws DomainError `validation_failed` */
function readTarget({ services, t }: PageContext, form: Form): NamedTarget {
  const [, kind, rest = ''] =
    /^(package|repository|namespace):(.+)$/.exec(
      form.text('target', fieldLimits['hidden name'].characters),
    ) ?? [];
  if (kind === 'repository') return { kind, slug: rest };
  if (kind === 'namespace') return { kind, id: rest };
  const [, ecosystem = '', name = ''] = /^([^/]+)\/(.+)$/.exec(rest) ?? [];
  if (kind !== 'package' || name === '') throw invalidField('target', 'unknown', t('shell.required'));
  const served = services.ecosystems.all.find(({ id }) => id === ecosystem);
  if (!served) throw invalidField('target', 'unknown', t('shell.required'));
  return { kind, ecosystem: served, name };
}

export async function grant(context: PageContext, form: Form): Promise<Redirect> {
  const { services, caller, t } = context;
  const add = Permission.options.find(
    (each) => each === form.text('permission', fieldLimits.word.characters),
  );
  if (!add) throw invalidField('permission', 'unknown', t('shell.required'));
  const target = readTarget(context, form);
  const granting = services.organizations.setTeamAccess(caller, namedTeam(context), target, { add });
  // the view shows whether the team exists
  await atFields({ codes: { not_found: 'target', invalid_name: 'target' } }, granting);
  return done(teamPath(context), t('organizations.access_granted'));
}

export async function withdraw(context: PageContext, form: Form): Promise<Redirect> {
  const { services, caller, t } = context;
  await services.organizations.setTeamAccess(caller, namedTeam(context), readTarget(context, form), []);
  return done(teamPath(context), t('organizations.access_withdrawn'));
}
