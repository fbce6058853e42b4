import { DomainError } from '../../../domain/errors.ts';
import { compareNormalised } from './version-order.ts';
import { limits } from './limits.ts';

// alternatives and repetitions have only one match, so that the time stays linear
const modifiers = String.raw`[._-]?(?:(stable|beta|b|rc|alpha|a|patch|pl|p)((?:[.-]?\d+(?:[.-]\d+)*)?))?([.-]?dev)?`;
const classical = new RegExp(String.raw`^v?(\d{1,5})(\.\d+)?(\.\d+)?(\.\d+)?${modifiers}$`, 'i');
const dated = new RegExp(String.raw`^v?(\d{4}(?:[.:-]?\d{2}){1,6}(?:[.:-]?\d{1,3})?)${modifiers}$`, 'i');
/** The versions that `^`, `~` and both ends of a range accept. */
export const boundVersion = new RegExp(
  String.raw`^v?\d+(?:\.\d+){0,3}(?:${modifiers}|\.[x*][.-]?dev)(?:\+\S+)?$`,
  'i',
);
const numericBranch = /^v?(\d+)(\.(?:\d+|[x*]))?(\.(?:\d+|[x*]))?(\.(?:\d+|[x*]))?$/i;
const branchName = /^[A-Za-z0-9_](?:[A-Za-z0-9._/+-]*[A-Za-z0-9_+-])?$/;

const stabilities: Readonly<Record<string, string>> = {
  a: 'alpha',
  b: 'beta',
  rc: 'RC',
  p: 'patch',
  pl: 'patch',
};

/** Branches that need no prefix. */
const wellKnown: ReadonlySet<string> = new Set(['main', 'master', 'trunk', 'default']);

/**
 * Normalises a version as Composer does: four numbers and a stability, or the name of a branch. Syntax that only
 * constraints have (aliases, `@dev`) is refused. @throws DomainError `invalid_version`
 */
export function normaliseVersion(raw: string): string {
  const normalised = raw.length > limits.version.characters ? undefined : normalise(raw);
  if (normalised !== undefined && normalised.length <= limits.version.characters) return normalised;
  throw new DomainError('invalid_version', `${raw.slice(0, 100)} is not a version that Composer knows`);
}

/**
 * The key of a version, normalised twice: a date of three numbers is also a start of four numbers, with the same key.
 * @throws DomainError `invalid_version`
 */
export function canonicalVersion(raw: string): string {
  return normaliseVersion(normaliseVersion(raw));
}

function normalise(raw: string): string | undefined {
  const named = wellKnown.has(raw) ? `dev-${raw}` : raw;
  if (/^dev-/i.test(named)) return branch(named.slice('dev-'.length));
  const plain = /^([^,\s+]+)\+\S+$/.exec(named)?.[1] ?? named;
  return release(plain) ?? numeric(/^(.*?)[.-]?dev$/i.exec(plain)?.[1] ?? '');
}

function branch(name: string): string | undefined {
  const isSound = branchName.test(name) && !name.includes('..') && !/\/[./]/.test(name);
  return isSound ? `dev-${name}` : undefined;
}

/** Normalises four numbers, or the numbers of a date. */
function release(plain: string): string | undefined {
  const numbers = classical.exec(plain);
  if (numbers) {
    const [, first = '', second = '.0', third = '.0', fourth = '.0', ...rest] = numbers;
    return withModifiers(first + second + third + fourth, rest);
  }
  const date = dated.exec(plain);
  if (!date) return undefined;
  const [, digits = '', ...rest] = date;
  return withModifiers(digits.replaceAll(/\D/g, '.'), rest);
}

function withModifiers(numbers: string, [word = '', number = '', dev = '']: (string | undefined)[]): string {
  const stability = word.toLowerCase();
  if (stability === 'stable') return numbers;
  const suffix =
    stability === '' ? '' : `-${stabilities[stability] ?? stability}${number.replace(/^[.-]/, '')}`;
  return numbers + suffix + (dev === '' ? '' : '-dev');
}

/** `1.x` means every version on that branch. */
function numeric(name: string): string | undefined {
  const parts: (string | undefined)[] | undefined = numericBranch.exec(name)?.slice(1);
  return parts && `${parts.map((part = '.x') => part.replace(/[x*]/i, '9999999')).join('')}-dev`;
}

/** Total order of normalised versions. */
export function compareVersions(a: string, b: string): number {
  return compareNormalised(a, b);
}

/** Whether the version is neither a branch nor an alpha, beta or release candidate. */
export function isStable(version: string): boolean {
  const normalised = canonicalVersion(version);
  return !isDev(normalised) && !/-(?:alpha|beta|RC)/.test(normalised);
}

/** Whether the version is a branch: branches are in a separate document. */
export function isDev(normalised: string): boolean {
  return normalised.startsWith('dev-') || normalised.endsWith('-dev');
}
