import { DomainError } from '../../../domain/errors.ts';
import { compareParsed, formatVersion, isSemVer2, parseVersion, type NugetVersion } from './version.ts';

/** A dependency's version range: `undefined` bounds are open. */
export interface VersionRange {
  min: NugetVersion | undefined;
  max: NugetVersion | undefined;
  includesMin: boolean;
  includesMax: boolean;
}

const anyVersion: VersionRange = { min: undefined, max: undefined, includesMin: false, includesMax: false };

/** A bare version is a minimum, an empty range is any version; floating ranges belong to projects, not packages. */
export function parseRange(raw: string): VersionRange {
  const text = raw.trim();
  if (text === '') return anyVersion;
  const first = text.at(0);
  if (first !== '[' && first !== '(') return atLeast(text);
  return parseInterval(text, first === '[');
}

function atLeast(text: string): VersionRange {
  return { ...anyVersion, min: parseBound(text), includesMin: true };
}

function parseInterval(text: string, includesMin: boolean): VersionRange {
  const last = text.at(-1);
  const bounds = text.slice(1, -1).split(',');
  if (text.length < 3 || (last !== ']' && last !== ')') || bounds.length > 2) throw refused(text);
  const includesMax = last === ']';
  if (bounds.length === 1) return exactly(text, includesMin && includesMax);
  const [min, max] = bounds.map((bound) => (bound.trim() === '' ? undefined : parseBound(bound.trim())));
  const range = {
    min,
    max,
    includesMin: includesMin && min !== undefined,
    includesMax: includesMax && max !== undefined,
  };
  if (isEmpty(range)) throw refused(text);
  return range;
}

function exactly(text: string, isClosed: boolean): VersionRange {
  if (!isClosed) throw refused(text);
  const version = parseBound(text.slice(1, -1).trim());
  return { min: version, max: version, includesMin: true, includesMax: true };
}

function isEmpty({ min, max, includesMin, includesMax }: VersionRange): boolean {
  if (min === undefined || max === undefined) return false;
  const order = compareParsed(min, max);
  return order > 0 || (order === 0 && !(includesMin && includesMax));
}

function parseBound(text: string): NugetVersion {
  try {
    return parseVersion(text);
  } catch (error) {
    throw refused(text, error);
  }
}

function refused(text: string, cause?: unknown): DomainError {
  return new DomainError('invalid_archive', `"${text}" is not a valid dependency version range`, {}, cause);
}

/** Interval notation with normalised bounds, as in registration documents: `[2.0.0, )`. */
export function formatRange({ min, max, includesMin, includesMax }: VersionRange): string {
  const from = min === undefined ? '' : formatVersion(min);
  const to = max === undefined ? '' : formatVersion(max);
  return `${includesMin ? '[' : '('}${from}, ${to}${includesMax ? ']' : ')'}`;
}

/** Whether a bound is SemVer 2: the whole package is then only for SemVer 2 clients. */
export function needsSemVer2({ min, max }: VersionRange): boolean {
  return [min, max].some((bound) => bound !== undefined && isSemVer2(bound));
}
