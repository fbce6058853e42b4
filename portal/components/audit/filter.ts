import { DomainError } from '../../../domain/errors.ts';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import type { AuditFilter } from '../../../services/audit/read-log.ts';
import { translatedError } from '../../error-words.ts';
import { type Content, html, type Html } from '../../html.ts';
import { type PageContext, withQuery } from '../../page.ts';
import { field, select } from '../form.ts';
import { actionWords } from './action-words.ts';

/** The filter that an address of the log names. */
export interface Asked<Filter> {
  filter: Filter;
  /** The same filter as a query, for links. */
  kept: Readonly<Record<string, string | undefined>>;
}

const longest = fieldLimits['target of the log'].characters;
const dayMs = 86_400_000;

/** One value of the query; undefined for a missing or empty one. */
export function askedFor({ query }: Pick<PageContext, 'query'>, name: string): string | undefined {
  return query.get(name)?.trim().slice(0, longest) || undefined;
}

/** The range of days of the address, both included. */
export function readRange(context: Pick<PageContext, 'query'>): {
  range: { from: Date | undefined; until: Date | undefined };
  kept: { from: string | undefined; until: string | undefined };
} {
  const [from, until] = [dayOf(askedFor(context, 'from')), dayOf(askedFor(context, 'until'))];
  return {
    range: { from, until: until && new Date(until.getTime() + dayMs) },
    kept: { from: textOf(from), until: textOf(until) },
  };
}

function dayOf(text: string | undefined): Date | undefined {
  if (text === undefined || !/^\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  const day = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(day.getTime()) ? undefined : day;
}

const textOf = (day: Date | undefined) => day?.toISOString().slice(0, 10);

/** Reads the audit log's filter from the address. An unknown action has no entries. */
export function readAuditFilter(context: PageContext): Asked<Omit<AuditFilter, 'targetOrgId'>> {
  const { range, kept } = readRange(context);
  const action = askedFor(context, 'action');
  const actorName = askedFor(context, 'person');
  const { about, kept: named } = readPackage(context);
  return {
    filter: { action, actorName, targetPackage: about, ...range },
    kept: { action, person: actorName, ...named, ...kept },
  };
}

/** The packages of the address, by ecosystem and name; `about` is undefined for all packages. */
export function readPackage(context: PageContext): {
  about: { ecosystem: EcosystemId | undefined; nameKeys: readonly string[] | undefined } | undefined;
  kept: { ecosystem: string | undefined; package: string | undefined };
} {
  const { all } = context.services.ecosystems;
  const format = all.find(({ id }) => id === context.query.get('ecosystem'));
  const name = askedFor(context, 'package');
  const kept = { ecosystem: format?.id, package: name };
  if (!format && name === undefined) return { about: undefined, kept };
  const nameKeys = name === undefined ? undefined : keysOf(format ? [format] : all, name);
  return { about: { ecosystem: format?.id, nameKeys }, kept };
}

/** The canonical name in each ecosystem; empty where no ecosystem accepts the name. */
function keysOf(formats: PageContext['services']['ecosystems']['all'], name: string): string[] {
  const keys = formats.flatMap((format) => {
    try {
      return [format.names.canonical(name)];
    } catch (error) {
      if (error instanceof DomainError) return [];
      throw error;
    }
  });
  return [...new Set(keys)];
}

/** The form of {@link readAuditFilter}. */
export function auditFilterForm(
  context: PageContext,
  { path, actions, kept }: { path: string; actions: readonly string[]; kept: Asked<unknown>['kept'] },
): Html {
  const { t } = context;
  const { action } = kept;
  const known = [...new Set([...actions, ...(action === undefined ? [] : [action])])].toSorted();
  return filterForm(context, {
    path,
    kept,
    fields: [
      select({
        name: 'action',
        label: t('workspace.action'),
        value: action ?? '',
        choices: [
          { value: '', label: t('workspace.all') },
          ...known.map((value) => ({ value, label: actionWords(value), lang: 'en' })),
        ],
      }),
      field({
        name: 'person',
        label: t('account.username'),
        value: kept['person'],
        maxlength: fieldLimits['typed username'].characters,
      }),
      ...packageFields(context, kept),
      ...rangeFields(context, kept),
    ],
  });
}

/** The fields of {@link readPackage}. */
export function packageFields({ t, services }: PageContext, kept: Asked<unknown>['kept']): Html[] {
  return [
    select({
      name: 'ecosystem',
      label: t('account.ecosystem'),
      value: kept['ecosystem'] ?? '',
      choices: [
        { value: '', label: t('ecosystem.all') },
        ...services.ecosystems.all.map(({ id, title }) => ({ value: id, label: title })),
      ],
    }),
    field({ name: 'package', label: t('workspace.package'), value: kept['package'], maxlength: longest }),
  ];
}

/** The days of {@link readRange}. */
export function rangeFields({ t }: Pick<PageContext, 't'>, kept: Asked<unknown>['kept']): Html[] {
  return [
    field({ name: 'from', label: t('workspace.from'), type: 'date', value: kept['from'] }),
    field({ name: 'until', label: t('workspace.until'), type: 'date', value: kept['until'] }),
  ];
}

/** The form that filters a log, and a link that exports the shown entries. */
export function filterForm(
  { t }: PageContext,
  { path, kept, fields }: { path: string; kept: Asked<unknown>['kept']; fields: Content },
): Html {
  return html`<form method="get" class="form filter" role="search" aria-label=${t('workspace.filter')}>
    <div class="filter-fields">${fields}</div>
    <div class="row">
      <button>${t('workspace.filter')}</button>
      <a href=${path}>${t('workspace.everything')}</a>
      <a class="button" href=${withQuery(path, { ...kept, export: 'csv' })} download
        >${t('workspace.export_csv')}</a
      >
    </div>
  </form>`;
}

/**
 * Whether the request asks for the export instead of the page. An export is recorded, so HEAD gets the page's
 * headers, and a link of another site must not start one. @throws DomainError `forbidden`
 */
export function asksForExport({
  query,
  isHead,
  isOwnRequest,
  t,
}: Pick<PageContext, 'query' | 'isHead' | 'isOwnRequest' | 't'>): boolean {
  if (query.get('export') !== 'csv' || isHead) return false;
  if (!isOwnRequest) throw translatedError('forbidden', t('error.foreign_export'));
  return true;
}
