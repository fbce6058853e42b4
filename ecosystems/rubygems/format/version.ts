import { DomainError } from '../../../domain/errors.ts';
import { limits } from './limits.ts';

/** A release is a version for one platform: `1.0.0`, or `1.0.0-java`. */
export interface PlatformVersion {
  number: string;
  /** `ruby` for a gem that runs on every platform. */
  platform: string;
}

const numberShape = /^\d+(?:\.[0-9A-Za-z]+)*$/;
const platformShape = /^[A-Za-z][0-9A-Za-z_.]*(?:-[0-9A-Za-z_.]+)*$/;

/** @throws DomainError `invalid_version` */
export function splitVersion(raw: string): PlatformVersion {
  const hyphen = raw.indexOf('-');
  const number = hyphen === -1 ? raw : raw.slice(0, hyphen);
  const platform = hyphen === -1 ? 'ruby' : raw.slice(hyphen + 1);
  const isSound =
    number.length <= limits.part.characters &&
    platform.length <= limits.part.characters &&
    numberShape.test(number) &&
    platformShape.test(platform);
  if (isSound) return { number, platform };
  throw new DomainError('invalid_version', `${raw.slice(0, 100)} is not a version of a gem`);
}

/** @throws DomainError `invalid_version` */
export function joinVersion({ number, platform }: PlatformVersion): string {
  const version = platform === 'ruby' || platform === '' ? number : `${number}-${platform}`;
  splitVersion(version);
  return version;
}

/** Gems with the same number, the gem for every platform first. */
export function platformsOf(
  versionKey: string,
  all: readonly string[],
): { versionKey: string; platform: string }[] {
  const { number } = splitVersion(versionKey);
  return all
    .map((each) => ({ versionKey: each, ...splitVersion(each) }))
    .filter((each) => each.number === number)
    .sort((a, b) => compareVersions(b.versionKey, a.versionKey))
    .map(({ versionKey: each, platform }) => ({ versionKey: each, platform }));
}

/** A number in the client's reading: a hyphen marks a pre-release. */
export const plainNumber = (raw: string) => raw.trim().replaceAll('-', '.pre.');

/** The key of a version, identical for equal versions: 1.0.0 is 1. @throws DomainError `invalid_version` */
export function canonicalVersion(raw: string): string {
  const { number, platform } = splitVersion(raw);
  return joinVersion({ number: canonicalSegments(number).join('.'), platform });
}

/** Order by number, then platform; the gem for every platform is last, because most users get it. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [splitVersion(a), splitVersion(b)];
  const byNumber = compareNumbers(left.number, right.number);
  if (byNumber !== 0) return byNumber;
  if (left.platform === right.platform) return a === b ? 0 : a < b ? -1 : 1;
  if (left.platform === 'ruby') return 1;
  if (right.platform === 'ruby') return -1;
  return left.platform < right.platform ? -1 : 1;
}

/** Whether the number has no letter. */
export function isStable(version: string): boolean {
  return !/[A-Za-z]/.test(splitVersion(version).number);
}

/** Runs of digits and of letters. */
function segmentsOf(number: string): string[] {
  return (number.match(/\d+|[A-Za-z]+/g) ?? []).map((segment) =>
    isNumeric(segment) ? withoutZeros(segment) : segment,
  );
}

/** Segments without zeros at the end and before the first letter, which have no meaning. */
function canonicalSegments(number: string): string[] {
  const segments = segmentsOf(number);
  const letter = segments.findIndex((segment) => !isNumeric(segment));
  const split = letter === -1 ? segments.length : letter;
  const head = trimmed(segments.slice(0, split));
  return [...(head.length === 0 ? ['0'] : head), ...trimmed(segments.slice(split))];
}

function trimmed(segments: readonly string[]): string[] {
  return segments.slice(0, segments.findLastIndex((segment) => segment !== '0') + 1);
}

const isNumeric = (segment: string) => /^\d/.test(segment);

function withoutZeros(digits: string): string {
  let start = 0;
  while (start < digits.length - 1 && digits[start] === '0') start += 1;
  return digits.slice(start);
}

function compareNumbers(a: string, b: string): number {
  const [left, right] = [canonicalSegments(a), canonicalSegments(b)];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const order = compareSegments(left[index] ?? '0', right[index] ?? '0');
    if (order !== 0) return order;
  }
  return 0;
}

/** Letters sort before numbers; numbers of any length are compared exactly. */
function compareSegments(a: string, b: string): number {
  if (a === b) return 0;
  if (isNumeric(a) !== isNumeric(b)) return isNumeric(a) ? 1 : -1;
  if (isNumeric(a) && a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : 1;
}
