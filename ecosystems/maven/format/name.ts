import { getPublicSuffix, parse } from 'tldts';
import { DomainError } from '../../../domain/errors.ts';
import { limits } from './limits.ts';

/** `groupId:artifactId`. */
export interface Coordinates {
  group: string;
  artifact: string;
}

const segment = /^[A-Za-z0-9_-][A-Za-z0-9_-]*$/;
const artifactShape = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/;

/** Maximum characters of a domain: with the label of a proof in front, the name must be valid (RFC 1035 2.3.4). */
const maxDomainLength = 240;
const hostLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

const suffixes = { allowPrivateDomains: true, validateHostname: false };

/** Hosts whose users publish under a group of the host's domain (https://central.sonatype.org/register/namespace). */
const codeHosts: ReadonlySet<string> = new Set([
  'github.com',
  'gitlab.com',
  'bitbucket.org',
  'bitbucket.com',
  'gitee.com',
  'gitee.io',
  'sourceforge.net',
  'sf.net',
  'googlecode.com',
]);

/** `r` is the first segment of repository URLs, and groups are paths. */
const reserved: ReadonlySet<string> = new Set(['r']);

/** @throws DomainError `invalid_name`, `name_reserved` */
export function coordinatesOf(name: string): Coordinates {
  const [group = '', artifact = '', ...others] = name.split(':');
  const segments = group.split('.');
  const isName =
    name.length <= limits.name.characters &&
    others.length === 0 &&
    artifactShape.test(artifact) &&
    segments.every((each) => segment.test(each));
  if (!isName) {
    throw new DomainError(
      'invalid_name',
      'coordinates are groupId:artifactId of letters, digits, "_", "-" and ".", at most 255 in all',
    );
  }
  if (reserved.has(segments[0] ?? '')) {
    throw new DomainError('name_reserved', `a groupId can't begin with the segment ${segments[0]}`);
  }
  return { group, artifact };
}

/**
 * Names that differ only in case have one key, as on some file systems.
 * @throws DomainError `invalid_name`, `name_reserved`
 */
export function canonicalName(raw: string): string {
  coordinatesOf(raw);
  return raw.toLowerCase();
}

/**
 * The groupId and its parent groups, longest first: `org.acme.tools`, `org.acme`. Shared parents, e.g. `com`, are
 * omitted. A groupId that is itself shared is included; see {@link whySharedGroup}.
 */
export function namespacesOf(key: string): string[] {
  const { group } = coordinatesOf(key);
  const segments = group.split('.');
  if (segments.length === 1) return segments;
  const own = ownGroups(segments);
  return own.length === 0 ? [group] : own;
}

/**
 * No user can own groups of public suffixes, e.g. `com`, `uk.co` and `io.github`, or of code hosts. A single word that
 * is not a suffix is an ordinary group, as in `junit:junit`.
 */
export function whySharedGroup(group: string): string | null {
  const segments = group.split('.');
  const domain = domainOf(segments);
  if (segments.length === 1 ? !isPublicSuffix(domain) : sharedDepth(segments) < segments.length) return null;
  return `the groupId ${group} is the domain ${domain}, under which anybody can have a name: no one can claim it. Use the group of a domain of yours, as ${group}.acme`;
}

/** The domains of a group: `tools.acme.org` and `acme.org` for `org.acme.tools`. */
export function domainsOf(group: string): string[] {
  const segments = group.split('.');
  if (segments.length === 1) return [];
  return (
    ownGroups(segments)
      .map((each) => each.split('.').toReversed().join('.'))
      // an underscore replaces characters that domains cannot have
      .filter(
        (domain) =>
          domain.length <= maxDomainLength && domain.split('.').every((label) => hostLabel.test(label)),
      )
  );
}

/** The groups of a name, longest first, without shared groups. */
function ownGroups(segments: readonly string[]): string[] {
  const shared = sharedDepth(segments);
  const depths = segments.map((_, index) => segments.length - index).filter((depth) => depth > shared);
  return depths.map((depth) => segments.slice(0, depth).join('.'));
}

const domainOf = (segments: readonly string[]) => segments.toReversed().join('.');

/** Number of shared segments at the start of a group: 1 for `com.acme`, 2 for `uk.co.acme`. */
function sharedDepth(segments: readonly string[]): number {
  if (codeHosts.has(domainOf(segments.slice(0, 2)))) return 2;
  const suffix = getPublicSuffix(domainOf(segments), suffixes);
  return suffix?.split('.').length ?? 1;
}

/** Whether a rule of https://publicsuffix.org names the domain; the last label of an unknown domain does not count. */
function isPublicSuffix(domain: string): boolean {
  const { publicSuffix, isIcann, isPrivate } = parse(domain, suffixes);
  return publicSuffix === domain && (isIcann === true || isPrivate === true);
}
