import { z } from 'zod';
import { Severity } from './findings.ts';

/** Known weaknesses of published versions, as advisory databases publish them. */

/** A version that starts or ends a range of affected versions; `0` is before every version. */
export const RangeEvent = z.union([
  z.object({ introduced: z.string() }),
  z.object({ fixed: z.string() }),
  z.object({ lastAffected: z.string() }),
]);
export type RangeEvent = z.infer<typeof RangeEvent>;

export const AffectedPackage = z.object({
  name: z.string(),
  /** Lookup key of the ecosystem. */
  nameKey: z.string(),
  ranges: z.array(z.array(RangeEvent)),
  /** Affected versions listed individually, beside the ranges. */
  versions: z.array(z.string()),
});
export type AffectedPackage = z.infer<typeof AffectedPackage>;

/** A stored advisory, limited to one ecosystem. */
export const AdvisoryRecord = z.object({
  /** The id in its database. */
  id: z.string(),
  aliases: z.array(z.string()),
  summary: z.string(),
  details: z.string(),
  severity: Severity.nullable(),
  cvss: z.object({ score: z.number(), vector: z.string() }).nullable(),
  /** E.g. `CWE-79`. */
  cwes: z.array(z.string()),
  /** A page for people. */
  url: z.string(),
  references: z.array(z.string()),
  modifiedAt: z.coerce.date(),
  /** Set if the advisory was a mistake: no version counts as affected any more. */
  withdrawnAt: z.coerce.date().nullable(),
  affected: z.array(AffectedPackage),
});
export type AdvisoryRecord = z.infer<typeof AdvisoryRecord>;

export interface Advisory extends AdvisoryRecord {
  /** A number for protocols whose clients need one: assigned once, never changed. */
  number: number;
}

/** The rules of an ecosystem for its versions. */
export interface VersionOrder {
  /** @throws DomainError `invalid_version` */
  canonical(raw: string): string;
  compare(a: string, b: string): number;
}

/** Version keys from `from` (included) to `until`; null is open. */
export interface Interval {
  from: string | null;
  until: string | null;
  isUntilIncluded: boolean;
}

/** Whether the advisory names the version key or has it in a range. */
export function isAffected(affected: AffectedPackage, versionKey: string, order: VersionOrder): boolean {
  const isNamed = affected.versions.some((version) => canonicalOrNull(order, version) === versionKey);
  return isNamed || intervalsOf(affected, order).some((interval) => isWithin(versionKey, interval, order));
}

/** The ranges as intervals, lowest first in each; a range with an invalid version is ignored. */
export function intervalsOf({ ranges }: AffectedPackage, order: VersionOrder): Interval[] {
  return ranges.flatMap((events) => {
    const sorted = sortEvents(events, order);
    return sorted === null ? [] : toIntervals(sorted);
  });
}

/** Named versions that are in no range, lowest first, without duplicates. */
export function versionsOutsideRanges(affected: AffectedPackage, order: VersionOrder): string[] {
  const intervals = intervalsOf(affected, order);
  const keys = new Set(affected.versions.map((version) => canonicalOrNull(order, version)));
  return [...keys]
    .filter((key) => key !== null)
    .filter((key) => !intervals.some((interval) => isWithin(key, interval, order)))
    .sort((a, b) => order.compare(a, b));
}

interface Turn {
  kind: 'introduced' | 'fixed' | 'lastAffected';
  /** Null is before every version. */
  at: string | null;
}

function sortEvents(events: RangeEvent[], order: VersionOrder): Turn[] | null {
  const turns: Turn[] = [];
  for (const event of events) {
    const turn = toTurn(event, order);
    if (turn === null) return null;
    turns.push(turn);
  }
  return turns.sort((a, b) => compareTurns(a, b, order));
}

function toTurn(event: RangeEvent, order: VersionOrder): Turn | null {
  if ('introduced' in event && event.introduced === '0') return { kind: 'introduced', at: null };
  const [kind, raw] =
    'introduced' in event
      ? (['introduced', event.introduced] as const)
      : 'fixed' in event
        ? (['fixed', event.fixed] as const)
        : (['lastAffected', event.lastAffected] as const);
  const at = canonicalOrNull(order, raw);
  return at === null ? null : { kind, at };
}

/** At one version, the introduction sorts first: a version is not affected by a weakness that is fixed in it. */
function compareTurns(a: Turn, b: Turn, order: VersionOrder): number {
  const byKind = Number(a.kind !== 'introduced') - Number(b.kind !== 'introduced');
  if (a.at === null || b.at === null) return Number(b.at === null) - Number(a.at === null) || byKind;
  return order.compare(a.at, b.at) || byKind;
}

/** OSV schema, "Evaluation": sorted events switch the state on and off. */
function toIntervals(turns: Turn[]): Interval[] {
  const intervals: Interval[] = [];
  let opened: Turn | undefined;
  for (const turn of turns) {
    if (turn.kind === 'introduced') opened ??= turn;
    else if (opened !== undefined) {
      const isUntilIncluded = turn.kind === 'lastAffected';
      const isEmpty = !isUntilIncluded && opened.at === turn.at;
      if (!isEmpty) intervals.push({ from: opened.at, until: turn.at, isUntilIncluded });
      opened = undefined;
    }
  }
  if (opened !== undefined) intervals.push({ from: opened.at, until: null, isUntilIncluded: false });
  return intervals;
}

function isWithin(key: string, { from, until, isUntilIncluded }: Interval, order: VersionOrder): boolean {
  if (from !== null && order.compare(key, from) < 0) return false;
  if (until === null) return true;
  const distance = order.compare(key, until);
  return isUntilIncluded ? distance <= 0 : distance < 0;
}

/** Null for an invalid version: databases also name versions that no publish here would accept. */
function canonicalOrNull(order: VersionOrder, raw: string): string | null {
  try {
    return order.canonical(raw);
  } catch {
    return null;
  }
}
