/** A repository of one of the known hosts, in any spelling of its author. */
export interface Hosted {
  /** Equal for all spellings of one commit of one repository. */
  key: string;
  /** URL for fetching the repository. */
  url: string;
}

const hosts: Readonly<Record<string, string>> = {
  github: 'github.com',
  gitlab: 'gitlab.com',
  bitbucket: 'bitbucket.org',
  gist: 'gist.github.com',
  sourcehut: 'git.sr.ht',
};
const known: ReadonlySet<string> = new Set(Object.values(hosts));

/**
 * Reads `acme/x`, `github:acme/x`, `git@github.com:acme/x.git`, `https://github.com/acme/x#v1`; undefined for others.
 */
export function parseHosted(raw: string): Hosted | undefined {
  const [address, commit] = splitAtHash(raw.trim());
  const found = fromShortcut(address) ?? fromUrl(address);
  if (found === undefined) return undefined;
  const path = `${found.host}/${found.path}`;
  const at = found.branch ?? commit;
  return { key: `${path.toLowerCase()}#${at}`, url: `git+${found.scheme}://${found.login}${path}.git` };
}

function splitAtHash(text: string): [string, string] {
  const at = text.indexOf('#');
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

interface Place {
  host: string;
  /** The path below the host, without `.git`. */
  path: string;
  branch: string | undefined;
  scheme: string;
  login: string;
}

function fromShortcut(address: string): Place | undefined {
  const colon = address.indexOf(':');
  const host = colon === -1 ? 'github.com' : hosts[address.slice(0, colon)];
  const path = address.slice(colon + 1);
  // local file paths begin with these characters
  if (host === undefined || (colon === -1 ? /^[./~@]/ : /^[./@]/).test(path)) return undefined;
  return placeAt(host, path, 'https', '');
}

function fromUrl(address: string): Place | undefined {
  const bare = address.startsWith('git+') ? address.slice('git+'.length) : address;
  // git@host:path is not a URL
  const login = /^(?:ssh:\/\/)?git@([\w.-]+):[^\d]/.exec(bare);
  const url = URL.parse(login === null ? bare : `ssh://git@${login[1]}/${bare.slice(login[0].length - 1)}`);
  if (url === null || !known.has(url.hostname.replace(/^www\./, ''))) return undefined;
  const scheme = url.protocol.slice(0, -1);
  if (!['http', 'https', 'ssh', 'git'].includes(scheme)) return undefined;
  const host = url.hostname.replace(/^www\./, '');
  return placeAt(
    host,
    url.pathname.slice(1),
    scheme === 'ssh' ? 'ssh' : 'https',
    scheme === 'ssh' ? 'git@' : '',
  );
}

function placeAt(host: string, path: string, scheme: string, login: string): Place | undefined {
  const bare = path.endsWith('/') ? path.slice(0, -1) : path;
  const parts = (bare.endsWith('.git') ? bare.slice(0, -'.git'.length) : bare).split('/');
  if (!parts.every((part) => /^~?[\w.-]+$/.test(part))) return undefined;
  const [first = '', second = '', tree, branch] = parts;
  const place = { host, scheme, login };
  // The number alone identifies a gist. Groups may be nested.
  if (host === hosts['gist'] && parts.length <= 2)
    return { ...place, path: parts.at(-1) ?? '', branch: undefined };
  if (host === hosts['gitlab'] && parts.length > 2 && !parts.includes('-'))
    return { ...place, path: parts.join('/'), branch: undefined };
  if (second === '' || (tree !== undefined && (tree !== 'tree' || branch === undefined))) return undefined;
  return { ...place, path: `${first}/${second}`, branch };
}
