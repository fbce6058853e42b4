import { releasesOf } from '../../support/test-clients.ts';
import type { Ask } from '../raw-request.ts';

/** A release in a repository, which has its own mount. */
export interface NativeRelease {
  ecosystem: string;
  repository: string;
  name: string;
  version: string;
}

/** The headers in which the client of an ecosystem sends its token. */
export function carry(ecosystem: string, token: string | undefined): Record<string, string> {
  return token === undefined ? {} : releasesOf(ecosystem).carry(token);
}

const mountOf = ({ ecosystem, repository }: NativeRelease) => `/${ecosystem}/r/${repository}`;

/** The client's request for a listing. */
export function reading(release: NativeRelease): Ask {
  const [first] = releasesOf(release.ecosystem).reads(release);
  return { method: 'GET', path: mountOf(release) + first };
}

/** The request that withdraws a version or moves a tag; null if the protocol has neither. */
export function taking(release: NativeRelease): Ask | null {
  const request = releasesOf(release.ecosystem).takeBack(release);
  return request && { ...request, path: mountOf(release) + request.path };
}
