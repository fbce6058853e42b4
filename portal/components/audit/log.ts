import type { Window } from '../../../domain/paging.ts';
import type { NamedEntry } from '../../../services/audit/organization-log.ts';
import type { AuditFilter, ListedEntry } from '../../../services/audit/read-log.ts';
import { auditPageColumns, auditRows } from '../../../services/audit/spreadsheet.ts';
import { html, type Html } from '../../html.ts';
import type { PageContext, Spreadsheet } from '../../page.ts';
import { openList } from '../list-page.ts';
import { empty } from '../show.ts';
import { auditFilterForm, readAuditFilter } from './filter.ts';
import { auditTable } from './table.ts';

type Filter = Omit<AuditFilter, 'targetOrgId'>;

const perPage = 50;

/** A log with its filters and pages. `list` returns one page of the entries that match the filter. */
export async function auditLog(
  context: PageContext,
  {
    path,
    actions,
    list,
  }: {
    path: string;
    /** The actions that the filter offers. */
    actions: readonly string[];
    list: (filter: Filter, window: Window) => Promise<readonly ListedEntry[]>;
  },
): Promise<Html> {
  const { t } = context;
  const { filter, kept } = readAuditFilter(context);
  const page = openList(context, path, perPage, kept);
  const { shown, pager } = page.close(await list(filter, page.window));
  return html`<div>
    ${auditFilterForm(context, { path, actions, kept })}
    ${shown.length === 0 ? empty(t('workspace.no_entries')) : auditTable(context, shown)} ${pager}
  </div>`;
}

/** All entries that match the filter of the address, as a spreadsheet. */
export async function auditExport(
  context: PageContext,
  {
    filename,
    walk,
  }: {
    filename: string;
    walk: (filter: Filter) => Promise<AsyncIterable<NamedEntry>>;
  },
): Promise<Spreadsheet> {
  const { filter } = readAuditFilter(context);
  const rows = auditRows(await walk(filter));
  return { kind: 'spreadsheet', filename, columns: auditPageColumns, rows };
}
