import {
  type AffectedPackage,
  type Interval,
  intervalsOf,
  versionsOutsideRanges,
} from '../../../domain/advisory.ts';
import { canonicalVersion, compareVersions } from './version.ts';

const order = { canonical: canonicalVersion, compare: compareVersions };

/** The affected versions as a constraint: `>=1.0.0.0,<1.1.0.0|2.0.0.0`. Null: no version is affected. */
export function affectedVersions(affected: AffectedPackage): string | null {
  const ranges = intervalsOf(affected, order).map(rangeText);
  const all = [...ranges, ...versionsOutsideRanges(affected, order)];
  return all.length === 0 ? null : all.join('|');
}

function rangeText({ from, until, isUntilIncluded }: Interval): string {
  const bounds = [
    ...(from === null ? [] : [`>=${from}`]),
    ...(until === null ? [] : [`${isUntilIncluded ? '<=' : '<'}${until}`]),
  ];
  return bounds.length === 0 ? '*' : bounds.join(',');
}
