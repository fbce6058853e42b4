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

/** The most characters of a domain: with the label of a proof in front of it, it must be a valid name of the DNS (RFC 1035 2.3.4). */
const maxDomainLength = 240;
const hostLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

const suffixes = { allowPrivateDomains: true, validateHostname: false };

/** Their users publish under a group of the host's own domain (https://central.sonatype.org/register/namespace). */
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

/** `r` begins the addresses of repositories, and a group is a path. */
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

/** Names that differ in case alone are one: some file systems do not distinguish them. @throws DomainError `invalid_name`, `name_reserved` */
export function canonicalName(raw: string): string {
  coordinatesOf(raw);
  return raw.toLowerCase();
}

/**
 * The groupId and all that it lies in, longest first: `org.acme.tools`, `org.acme`. A shared part, as `com`, under which
 * anybody can have a name, is none of them; a groupId that is itself such a part is, and see {@link whySharedGroup}.
 */
export function namespacesOf(key: string): string[] {
  const { group } = coordinatesOf(key);
  const segments = group.split('.');
  if (segments.length === 1) return segments;
  const own = ownGroups(segments);
  return own.length === 0 ? [group] : own;
}

/**
 * Groups of public suffixes, as `com`, `uk.co` and `io.github`, and of code hosts are no one's. One word that is no suffix is
 * a name of its own, as in `junit:junit`.
 */
export function whySharedGroup(group: string): string | null {
  const segments = group.split('.');
  const domain = domainOf(segments);
  if (segments.length === 1 ? !isPublicSuffix(domain) : sharedDepth(segments) < segments.length) return null;
  return `the groupId ${group} is the domain ${domain}, under which anybody can have a name: no one can claim it. Use the group of a domain of yours, as ${group}.acme`;
}

/** `tools.acme.org` and `acme.org` for the group `org.acme.tools`: the group is in the one and in the other. */
export function domainsOf(group: string): string[] {
  const segments = group.split('.');
  if (segments.length === 1) return [];
  return (
    ownGroups(segments)
      .map((each) => each.split('.').toReversed().join('.'))
      // an underscore replaces characters that no domain has
      .filter(
        (domain) =>
          domain.length <= maxDomainLength && domain.split('.').every((label) => hostLabel.test(label)),
      )
  );
}

/** The groups of a name, longest first, without those that several owners share. */
function ownGroups(segments: readonly string[]): string[] {
  const shared = sharedDepth(segments);
  const depths = segments.map((_, index) => segments.length - index).filter((depth) => depth > shared);
  return depths.map((depth) => segments.slice(0, depth).join('.'));
}

const domainOf = (segments: readonly string[]) => segments.toReversed().join('.');

/** The number of shared segments at its beginning: 1 for `com.acme`, 2 for `uk.co.acme`. */
function sharedDepth(segments: readonly string[]): number {
  if (codeHosts.has(domainOf(segments.slice(0, 2)))) return 2;
  const suffix = getPublicSuffix(domainOf(segments), suffixes);
  return suffix?.split('.').length ?? 1;
}

/** Whether a rule of the list (https://publicsuffix.org) names it; the last label of an unknown domain does not count. */
function isPublicSuffix(domain: string): boolean {
  const { publicSuffix, isIcann, isPrivate } = parse(domain, suffixes);
  return publicSuffix === domain && (isIcann === true || isPrivate === true);
}
