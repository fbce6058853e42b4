import { DomainError } from '../../../domain/errors.ts';
import { limits } from './limits.ts';

/** The parts of a version that the protocol compares; digits stay text. */
export interface NugetVersion {
  /** Four segments, without leading zeros. */
  segments: readonly string[];
  /** Pre-release identifiers with the author's casing; empty for a stable version. */
  labels: readonly string[];
  /** Build metadata with its `+`, or empty. */
  metadata: string;
}

const shape =
  /^(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:\.(\d+))?(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;

/** Clients read segments into 32-bit integers; a larger one would make them refuse the whole index. */
const maxSegment = '2147483647';

/** @throws DomainError `invalid_version` */
export function parseVersion(raw: string): NugetVersion {
  const version = raw.length <= limits.version.characters ? splitVersion(raw) : undefined;
  if (version?.segments.every((segment) => compareNumbers(segment, maxSegment) <= 0)) return version;
  throw new DomainError(
    'invalid_version',
    'a version has one to four numbers up to 2147483647, an optional pre-release and optional build metadata',
  );
}

function splitVersion(raw: string): NugetVersion | undefined {
  const match = shape.exec(raw);
  if (match === null) return undefined;
  const segments = [match[1], match[2], match[3], match[4]].map((digits) => withoutZeros(digits ?? '0'));
  return { segments, labels: match[5]?.split('.') ?? [], metadata: match[6] ?? '' };
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+/, '') || '0';
}

/** Three segments, the fourth only if not zero, without build metadata; the case stays. */
export function formatVersion({ segments, labels }: NugetVersion): string {
  const numbers = segments[3] === '0' ? segments.slice(0, 3) : segments;
  return labels.length === 0 ? numbers.join('.') : `${numbers.join('.')}-${labels.join('.')}`;
}

/**
 * The displayed version: `01.3.0-Alpha+x` is `1.3.0-Alpha+x`. Clients would regard the author's spelling as another
 * version. @throws DomainError `invalid_version`
 */
export function fullVersion(raw: string): string {
  const version = parseVersion(raw);
  return formatVersion(version) + version.metadata;
}

/** The key of URLs and uniqueness: `1.00.0.0-Beta+x` is `1.0.0-beta`. @throws DomainError `invalid_version` */
export function canonicalVersion(raw: string): string {
  return formatVersion(parseVersion(raw)).toLowerCase();
}

export function isStable(version: string): boolean {
  return !version.split('+', 1)[0]?.includes('-');
}

/**
 * Whether the version has dotted pre-releases or build metadata, which only clients with declared support understand.
 */
export function isSemVer2(version: NugetVersion): boolean {
  return version.labels.length > 1 || version.metadata !== '';
}

/**
 * SemVer 2 order over four segments; labels without case; numbers of any size. Different keys never compare as equal.
 */
export function compareVersions(a: string, b: string): number {
  const left = splitVersion(a);
  const right = splitVersion(b);
  if (left === undefined || right === undefined) return compareText(a, b);
  return compareParsed(left, right) || compareText(a, b);
}

export function compareParsed(a: NugetVersion, b: NugetVersion): number {
  for (const [index, segment] of a.segments.entries()) {
    const order = compareNumbers(segment, b.segments[index] ?? '0');
    if (order !== 0) return order;
  }
  return compareLabels(a.labels, b.labels);
}

function compareLabels(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return Math.sign(b.length - a.length);
  for (const [index, label] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    const order = compareLabel(label.toLowerCase(), other.toLowerCase());
    if (order !== 0) return order;
  }
  return Math.sign(a.length - b.length);
}

function compareLabel(a: string, b: string): number {
  const isNumber = /^\d+$/;
  if (isNumber.test(a) !== isNumber.test(b)) return isNumber.test(a) ? -1 : 1;
  return isNumber.test(a) ? compareNumbers(withoutZeros(a), withoutZeros(b)) : compareText(a, b);
}

/** Compares digits without leading zeros: the longer text is the larger number. */
function compareNumbers(a: string, b: string): number {
  return Math.sign(a.length - b.length) || compareText(a, b);
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
