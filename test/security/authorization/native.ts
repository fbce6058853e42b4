import { releasesOf } from '../../support/test-clients.ts';
import type { Ask } from '../raw-request.ts';

/** A release in a repository that has a mount of its own. */
export interface NativeRelease {
  ecosystem: string;
  repository: string;
  name: string;
  version: string;
}

/** Where and how the client of an ecosystem shows who it is. */
export function carry(ecosystem: string, token: string | undefined): Record<string, string> {
  return token === undefined ? {} : releasesOf(ecosystem).carry(token);
}

const mountOf = ({ ecosystem, repository }: NativeRelease) => `/${ecosystem}/r/${repository}`;

/** A client's request for a listing. */
export function reading(release: NativeRelease): Ask {
  const [first] = releasesOf(release.ecosystem).reads(release);
  return { method: 'GET', path: mountOf(release) + first };
}

/** The request that takes a version back, or moves a tag; null where the protocol has none of it. */
export function taking(release: NativeRelease): Ask | null {
  const request = releasesOf(release.ecosystem).takeBack(release);
  return request && { ...request, path: mountOf(release) + request.path };
}
