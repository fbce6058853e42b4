import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { linesOf, setElement, setInSection, setLine, setMachine, spanOf, textOf } from './lines.ts';

/** What a client has to know. `url` has no slash at its end. */
export interface Target {
  url: string;
  token: string;
  home: string;
}

/** One file, and what becomes of its text. Every other word in it stays. */
export interface FileEdit {
  path: string;
  edit(text: string): string;
}

export type Configure = (target: Target) => readonly FileEdit[];

const at = (home: string, ...parts: string[]) => join(home, ...parts);

/** What pip, uv, curl and others send to a host. */
const netrc: Configure = ({ url, token, home }) => [
  { path: at(home, '.netrc'), edit: (text) => setMachine(text, new URL(url).hostname, token) },
];

const npm: Configure = ({ url, token, home }) => {
  const registry = `${url}/npm/`;
  const key = `${registry.replace(/^https?:/, '')}:_authToken`;
  return [
    {
      path: at(home, '.npmrc'),
      edit: (text) => setLine(setLine(text, 'registry', `registry=${registry}`), key, `${key}=${token}`),
    },
  ];
};

const cargo: Configure = ({ url, token, home }) => {
  const section = 'registries.rookery';
  return [
    {
      path: at(home, '.cargo', 'config.toml'),
      edit: (text) => {
        const named = setInSection(text, section, 'credential-provider', '["cargo:token"]');
        return setInSection(named, section, 'index', `"sparse+${url}/cargo/index/"`);
      },
    },
    {
      path: at(home, '.cargo', 'credentials.toml'),
      edit: (text) => setInSection(text, section, 'token', `"${token}"`),
    },
  ];
};

const pip: Configure = (target) => [
  {
    path: at(target.home, '.config', 'pip', 'pip.conf'),
    edit: (text) => setInSection(text, 'global', 'index-url', `${target.url}/pypi/simple/`),
  },
  ...netrc(target),
];

const uv: Configure = (target) => [
  {
    path: at(target.home, '.config', 'uv', 'uv.toml'),
    edit: (text) => setTop(text, 'index-url', `"${target.url}/pypi/simple/"`),
  },
  ...netrc(target),
];

/** In TOML, keys of no table come before the first one. */
function setTop(text: string, key: string, value: string): string {
  const line = `${key} = ${value}`;
  const lines = linesOf(text);
  const first = lines.findIndex((each) => each.startsWith('['));
  if (first === -1) return setLine(text, key, line);
  return setLine(textOf(lines.slice(0, first)), key, line) + textOf(lines.slice(first));
}

const docker: Configure = ({ url, token, home }) => [
  {
    path: at(home, '.docker', 'config.json'),
    edit: (text) => {
      const config = (text.trim() === '' ? {} : JSON.parse(text)) as { auths?: Record<string, unknown> };
      const auth = Buffer.from(`token:${token}`).toString('base64');
      const auths = { ...config.auths, [new URL(url).host]: { auth } };
      return `${JSON.stringify({ ...config, auths }, null, 2)}\n`;
    },
  },
];

const maven: Configure = ({ token, home }) => [
  {
    path: at(home, '.m2', 'settings.xml'),
    edit: (text) =>
      setElement(text, {
        root: 'settings',
        parent: 'servers',
        element: `<server><id>rookery</id><username>token</username><password>${token}</password></server>`,
        find: (whole) => spanOf(whole, { open: '<server>', mark: '<id>rookery</id>', close: '</server>' }),
      }),
  },
];

const nuget: Configure = ({ url, token, home }) => [
  {
    path: at(home, '.nuget', 'NuGet', 'NuGet.Config'),
    edit: (text) => {
      const insecure = url.startsWith('http:') ? ' allowInsecureConnections="true"' : '';
      const named = setElement(text, {
        root: 'configuration',
        parent: 'packageSources',
        element: `<add key="rookery" value="${url}/nuget/v3/index.json" protocolVersion="3"${insecure} />`,
        find: (whole) => spanOf(whole, { open: '<add', mark: '<add key="rookery" value=', close: '/>' }),
      });
      return setElement(named, {
        root: 'configuration',
        parent: 'packageSourceCredentials',
        element: `<rookery><add key="Username" value="token" /><add key="ClearTextPassword" value="${token}" /></rookery>`,
        find: (whole) => spanOf(whole, { open: '<rookery>', mark: '<rookery>', close: '</rookery>' }),
      });
    },
  },
];

/** The repository of everybody's projects, and the credential beside it. Every other member stays. */
const composer: Configure = ({ url, token, home }) => {
  const folder = at(home, '.config', 'composer');
  const { host, protocol } = new URL(url);
  return [
    {
      path: at(folder, 'config.json'),
      edit: (text) =>
        editJson(text, (config) => {
          const repositories = membersOf(config['repositories'], 'repositories');
          const settings = membersOf(config['config'], 'config');
          return {
            ...config,
            repositories: { ...repositories, rookery: { type: 'composer', url: `${url}/composer` } },
            ...(protocol === 'http:' ? { config: { ...settings, 'secure-http': false } } : {}),
          };
        }),
    },
    {
      path: at(folder, 'auth.json'),
      edit: (text) =>
        editJson(text, (auth) => ({
          ...auth,
          bearer: { ...membersOf(auth['bearer'], 'bearer'), [host]: token },
        })),
    },
  ];
};

function editJson(text: string, edit: (json: Record<string, unknown>) => object): string {
  const json = (text.trim() === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
  return `${JSON.stringify(edit(json), null, 4)}\n`;
}

/** PHP writes an empty list for an object without members. @throws Error for one with elements: nobody loses them */
function membersOf(value: unknown, name: string): object {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return {};
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new Error(`${name} is no object in this JSON: write it as one, with a name for each`);
}

const gem: Configure = ({ url, token, home }) => [
  {
    path: at(home, '.gem', 'credentials'),
    edit: (text) => editYaml(text, `${url}/rubygems`, token),
  },
];

/** Bundler's own name for a host: dots and dashes in capitals of its own. */
const bundler: Configure = ({ url, token, home }) => [
  {
    path: at(home, '.bundle', 'config'),
    edit: (text) => {
      const host = new URL(url).hostname.replaceAll('-', '___').replaceAll('.', '__').toUpperCase();
      return editYaml(text, `BUNDLE_${host}`, `${token}:`);
    },
  },
];

function editYaml(text: string, key: string, value: string): string {
  const document = parseDocument(text.trim() === '' ? '---\n{}\n' : text);
  document.set(key, value);
  return document.toString({ flowCollectionPadding: false, collectionStyle: 'block', directives: true });
}

const twine: Configure = ({ url, token, home }) => [
  {
    path: at(home, '.pypirc'),
    edit: (text) =>
      [
        ['repository', `${url}/pypi/legacy/`],
        ['username', '__token__'],
        ['password', token],
      ].reduce((edited, [key = '', value = '']) => setInSection(edited, 'rookery', key, value), named(text)),
  },
];

/** Programs that are older than twine know only what this list names. */
function named(text: string): string {
  const servers = linesOf(text).findIndex((line) => /^index-servers\s*=/.test(line));
  if (servers === -1) return setInSection(text, 'distutils', 'index-servers', 'rookery');
  const lines = linesOf(text);
  const end = lines.findIndex((line, index) => index > servers && !/^\s+\S/.test(line));
  const list = lines.slice(servers, end === -1 ? lines.length : end);
  const isNamed = list
    .join(' ')
    .split(/[\s=]+/)
    .includes('rookery');
  if (!isNamed) lines.splice(servers + list.length, 0, '    rookery');
  return textOf(lines);
}

/** For a repository that a build calls rookery, with `credentials(PasswordCredentials)`. */
const gradle: Configure = ({ token, home }) => [
  {
    path: at(home, '.gradle', 'gradle.properties'),
    edit: (text) =>
      setLine(
        setLine(text, 'rookeryUsername', 'rookeryUsername=token'),
        'rookeryPassword',
        `rookeryPassword=${token}`,
      ),
  },
];

export const clients: Readonly<Record<string, Configure>> = {
  bundler,
  cargo,
  composer,
  docker,
  gem,
  gradle,
  maven,
  netrc,
  npm,
  nuget,
  pip,
  twine,
  uv,
};

/** What a token for a client writes to; the others have one for everything. */
export const ecosystems: Readonly<Partial<Record<string, string>>> = {
  bundler: 'rubygems',
  cargo: 'cargo',
  composer: 'composer',
  docker: 'oci',
  gem: 'rubygems',
  gradle: 'maven',
  maven: 'maven',
  npm: 'npm',
  nuget: 'nuget',
  pip: 'pypi',
  twine: 'pypi',
  uv: 'pypi',
};
