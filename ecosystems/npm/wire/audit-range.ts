import {
  type AffectedPackage,
  type Interval,
  intervalsOf,
  isAffected,
  type VersionOrder,
  versionsOutsideRanges,
} from '../../../domain/advisory.ts';
import { canonicalVersion, compareVersions } from '../format/version.ts';

const order: VersionOrder = { canonical: canonicalVersion, compare: compareVersions };

/** A range without versions. */
const nothing = '<0.0.0-0';

/** The affected versions as a range in the client's syntax. */
export function vulnerableVersions(affected: AffectedPackage): string {
  const parts = [...intervalsOf(affected, order).map(toRange), ...versionsOutsideRanges(affected, order)];
  return parts.length === 0 ? nothing : parts.join(' || ');
}

/** The range from the first version after which all versions are fixed. */
export function patchedVersions(affected: AffectedPackage): string {
  const last = intervalsOf(affected, order).at(-1);
  if (last === undefined || last.until === null) return nothing;
  return `${last.isUntilIncluded ? '>' : '>='}${last.until}`;
}

/** Whether the version is affected; an invalid version is not. */
export function affects(affected: AffectedPackage, version: string): boolean {
  try {
    return isAffected(affected, canonicalVersion(version), order);
  } catch {
    return false;
  }
}

function toRange({ from, until, isUntilIncluded }: Interval): string {
  const start = from === null ? '' : `>=${from}`;
  const end = until === null ? '' : `${isUntilIncluded ? '<=' : '<'}${until}`;
  return [start, end].filter((bound) => bound !== '').join(' ') || '*';
}
