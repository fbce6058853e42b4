import { indexPath } from '../../../ecosystems/cargo/fixtures/own-words.ts';
import type { EcosystemName } from '../publish.ts';
import type { Ask } from '../raw-request.ts';

/** A release in a repository that has a mount of its own. */
export interface NativeRelease {
  ecosystem: EcosystemName;
  repository: string;
  name: string;
  version: string;
}

/** Where and how the client of an ecosystem shows who it is. */
export function carry(ecosystem: EcosystemName, token: string | undefined): Record<string, string> {
  if (token === undefined) return {};
  if (ecosystem === 'cargo' || ecosystem === 'rubygems') return { authorization: token };
  if (ecosystem === 'nuget') return { 'x-nuget-apikey': token, authorization: `Bearer ${token}` };
  return { authorization: `Bearer ${token}` };
}

/** What a client asks to learn what is there. */
export function reading({ ecosystem, repository, name, version }: NativeRelease): Ask {
  const mount = `/${ecosystem}/r/${repository}`;
  const [group = '', artifact = ''] = name.split(':');
  const paths: Record<EcosystemName, string> = {
    cargo: `/index/${indexPath(name)}`,
    composer: `/p2/${name}.json`,
    generic: `/${name}/${version}/README.md`,
    maven: `/${group}/${artifact}/${version}/${artifact}-${version}.pom`,
    npm: `/${name}`,
    nuget: `/v3-flatcontainer/${name}/index.json`,
    pypi: `/simple/${name}/`,
    rubygems: `/info/${name}`,
  };
  return { method: 'GET', path: mount + paths[ecosystem] };
}

/** What takes a version back, or moves a tag; null where the protocol has none of it. */
export function taking({ ecosystem, repository, name, version }: NativeRelease): Ask | null {
  const mount = `/${ecosystem}/r/${repository}`;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  switch (ecosystem) {
    case 'cargo':
      return { method: 'DELETE', path: `${mount}/api/v1/crates/${name}/${version}/yank` };
    case 'composer':
      return { method: 'DELETE', path: `${mount}/packages/${name}/versions/${version}` };
    case 'nuget':
      return { method: 'DELETE', path: `${mount}/v2/package/${name}/${version}` };
    case 'rubygems': {
      const body = new URLSearchParams({ gem_name: name, version }).toString();
      const headers = { ...form, 'content-length': body.length };
      return { method: 'DELETE', path: `${mount}/api/v1/gems/yank`, headers, body };
    }
    case 'npm':
      return {
        method: 'PUT',
        path: `${mount}/-/package/${name}/dist-tags/beta`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(version),
      };
    case 'generic':
    case 'maven':
    case 'pypi':
      return null;
    default:
      return ecosystem satisfies never;
  }
}
