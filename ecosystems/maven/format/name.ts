import { getPublicSuffix } from 'tldts';
import { DomainError } from '../../../domain/errors.ts';

/** `groupId:artifactId`. */
export interface Coordinates {
  group: string;
  artifact: string;
}

const maxLength = 255;
const segment = /^[A-Za-z0-9_-][A-Za-z0-9_-]*$/;
const artifactShape = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/;

/** With the label of a proof in front of it, a name of the DNS (RFC 1035 2.3.4). */
const maxDomainLength = 240;
const hostLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** `r` begins the addresses of repositories, and a group is a path. */
const reserved: ReadonlySet<string> = new Set(['r']);

/** @throws DomainError `invalid_name`, `name_reserved` */
export function coordinatesOf(name: string): Coordinates {
  const [group = '', artifact = '', ...others] = name.split(':');
  const segments = group.split('.');
  const isName =
    name.length <= maxLength &&
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

/** Names that differ in case alone are one: some file systems would not tell them apart. @throws DomainError `invalid_name`, `name_reserved` */
export function canonicalName(raw: string): string {
  coordinatesOf(raw);
  return raw.toLowerCase();
}

/**
 * The groupId and all that it lies in, longest first: `org.acme.tools`, `org.acme`. Where everybody can have a domain, as
 * in `com`, `uk.co` or `io.github`, nothing is anybody's (https://publicsuffix.org). One word is a name of its own, as in
 * `junit:junit`.
 */
export function namespacesOf(key: string): string[] {
  const segments = coordinatesOf(key).group.split('.');
  return segments.length === 1 ? segments : ownGroups(segments);
}

/** `tools.acme.org` and `acme.org` for the group `org.acme.tools`: the group is in the one and in the other. */
export function domainsOf(group: string): string[] {
  const segments = group.split('.');
  if (segments.length === 1) return [];
  return (
    ownGroups(segments)
      .map((each) => each.split('.').toReversed().join('.'))
      // an underscore stands for what no domain has
      .filter(
        (domain) =>
          domain.length <= maxDomainLength && domain.split('.').every((label) => hostLabel.test(label)),
      )
  );
}

/** Longest first, down to the one that somebody can have for themselves. */
function ownGroups(segments: readonly string[]): string[] {
  const domain = segments.toReversed().join('.');
  const suffix = getPublicSuffix(domain, { allowPrivateDomains: true, validateHostname: false });
  const shared = suffix?.split('.').length ?? 1;
  const depths = segments.map((_, index) => segments.length - index).filter((depth) => depth > shared);
  return depths.map((depth) => segments.slice(0, depth).join('.'));
}
