import { fieldLimits } from '../../../domain/limits/fields.ts';
import type { AccessChange } from '../../../services/audit/access-history.ts';
import { accessColumns, accessRows } from '../../../services/audit/spreadsheet.ts';
import {
  asksForExport,
  askedFor,
  filterForm,
  rangeFields,
  readRange,
} from '../../components/audit/filter.ts';
import { personLink } from '../../components/audit/table.ts';
import { field, select } from '../../components/form.ts';
import { openList } from '../../components/list-page.ts';
import { permissionBadges } from '../../components/roles.ts';
import { empty, table, when } from '../../components/show.ts';
import { openSection, sectionView, workspacePath } from '../../components/workspace.ts';
import { html, type Html } from '../../html.ts';
import type { TextKey } from '../../locales/index.ts';
import { type Page, type PageContext, pathOf } from '../../page.ts';

const section = 'access';
const perPage = 50;

const scopes: Record<AccessChange['scope'], TextKey> = {
  package: 'workspace.package',
  repository: 'workspace.repository',
  namespace: 'workspace.namespace',
};

const events: Record<AccessChange['event'], TextKey> = {
  granted: 'workspace.event_granted',
  revoked: 'workspace.event_revoked',
  updated: 'workspace.event_updated',
};

/** Granted and revoked rights of teams, with filters, also as a spreadsheet. */
export const organizationAccessPage: Page = {
  path: `/orgs/:slug/${section}`,
  audience: 'person',
  async view(context) {
    const { services, caller, params, t } = context;
    const { slug = '' } = params;
    const workspace = await openSection(context, section);
    const { filter, kept } = readFilter(context);
    if (asksForExport(context)) {
      const changes = await services.audit.exportAccessHistory(caller, slug, filter);
      const filename = `org-access-history-${workspace.slug}.csv`;
      return { kind: 'spreadsheet', filename, columns: accessColumns, rows: accessRows(changes) };
    }
    const path = workspacePath(context, section);
    const page = openList(context, path, perPage, kept);
    const { shown, pager } = page.close(
      await services.audit.readAccessHistory(caller, slug, filter, page.window),
    );
    return sectionView(
      context,
      workspace,
      section,
      html`<div>
        ${accessFilter(context, path, kept)}
        ${shown.length === 0 ? empty(t('workspace.no_changes')) : changeTable(context, shown)} ${pager}
      </div>`,
    );
  },
};

function readFilter(context: PageContext) {
  const { range, kept } = readRange(context);
  const wanted = askedFor(context, 'scope');
  const scope = (Object.keys(scopes) as AccessChange['scope'][]).find((each) => each === wanted);
  const [team, target] = [askedFor(context, 'team'), askedFor(context, 'target')];
  return { filter: { scope, team, target, ...range }, kept: { scope, team, target, ...kept } };
}

function accessFilter(context: PageContext, path: string, kept: ReturnType<typeof readFilter>['kept']): Html {
  const { t } = context;
  return filterForm(context, {
    path,
    kept,
    fields: [
      select({
        name: 'scope',
        label: t('people.kind'),
        value: kept.scope ?? '',
        choices: [
          { value: '', label: t('workspace.all') },
          ...Object.entries(scopes).map(([value, label]) => ({ value, label: t(label) })),
        ],
      }),
      field({
        name: 'team',
        label: t('publishing.team'),
        value: kept.team,
        maxlength: fieldLimits.slug.characters,
      }),
      field({
        name: 'target',
        label: t('organizations.access_to'),
        hint: t('workspace.target_hint'),
        value: kept.target,
        maxlength: fieldLimits['target of the log'].characters,
      }),
      ...rangeFields(context, kept),
    ],
  });
}

function changeTable(context: PageContext, changes: readonly AccessChange[]): Html {
  const { t, params } = context;
  const { slug = '' } = params;
  return table({
    label: t('organizations.access'),
    columns: [
      t('packages.time'),
      t('publishing.team'),
      t('workspace.change'),
      t('organizations.access_to'),
      t('publishing.permissions'),
      t('workspace.permissions_before'),
      t('packages.who'),
    ],
    rows: changes.map(({ entry, scope, event, teamSlug, target, ...change }) => [
      when(context, entry.occurredAt),
      // a deleted team has no page
      entry.teamName === null
        ? teamSlug
        : html`<a href=${pathOf('orgs', slug, 'teams', teamSlug)}>${teamSlug}</a>`,
      t(events[event]),
      html`<span class="row">
        <span class="muted">${t(scopes[scope])}</span> <span class="wrap">${target}</span>
      </span>`,
      permissionBadges(change.permissions),
      permissionBadges(change.previousPermissions),
      entry.names.actor_username === undefined ? '-' : personLink(entry.names.actor_username),
    ]),
  });
}
