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

/** A range that no version is in. */
const nothing = '<0.0.0-0';

/** The affected versions as a range of the client's own language. */
export function vulnerableVersions(affected: AffectedPackage): string {
  const parts = [...intervalsOf(affected, order).map(toRange), ...versionsOutsideRanges(affected, order)];
  return parts.length === 0 ? nothing : parts.join(' || ');
}

/** The version from which on all versions are fixed. */
export function patchedVersions(affected: AffectedPackage): string {
  const last = intervalsOf(affected, order).at(-1);
  if (last === undefined || last.until === null) return nothing;
  return `${last.isUntilIncluded ? '>' : '>='}${last.until}`;
}

/** An invalid version is not affected. */
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
