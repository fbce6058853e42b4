import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { npm, yarn } from './javascript.ts';
import { setInSection, setLine } from './lines.ts';
import { maven } from './maven.ts';
import { nuget } from './nuget.ts';
import { netrc, pip, poetry, twine, uv } from './python.ts';
import type { Client, FileEdit, Target } from './target.ts';

const at = (home: string, ...parts: string[]) => join(home, ...parts);

const cargoSection = 'registries.rookery';

const cargo: Client = {
  notes: () => ['takes a crate from here where its project says so: cargo add --registry rookery <crate>'],
  edits: ({ url, token, home }) => [
    {
      path: at(home, '.cargo', 'config.toml'),
      edit: (text) => {
        const named = setInSection(text, cargoSection, 'credential-provider', '["cargo:token"]');
        return setInSection(named, cargoSection, 'index', `"sparse+${url}/cargo/index/"`);
      },
    },
    {
      path: at(home, '.cargo', 'credentials.toml'),
      edit: (text) => setInSection(text, cargoSection, 'token', `"${token}"`),
    },
  ],
};

const docker: Client = {
  edits: ({ url, token, home }) => [
    {
      path: at(home, '.docker', 'config.json'),
      edit: (text) => {
        const config = (text.trim() === '' ? {} : JSON.parse(text)) as { auths?: Record<string, unknown> };
        const auth = Buffer.from(`token:${token}`).toString('base64');
        const auths = { ...config.auths, [new URL(url).host]: { auth } };
        return `${JSON.stringify({ ...config, auths }, null, 2)}\n`;
      },
    },
  ],
};

/** The repository of everybody's projects, and the credential beside it. Every other member stays. */
const composer: Client = {
  names: 'vendor',
  notes: ({ names }) => {
    if (names.everything) return ['gets every package from this registry: one that is not here is not found'];
    return names.vendor === undefined
      ? ['asks this registry first for every name, then Packagist. --vendor acme asks it for acme/* alone']
      : [];
  },
  edits: composerEdits,
};

function composerEdits({ url, token, home, names }: Target): readonly FileEdit[] {
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
            repositories: {
              ...repositories,
              rookery: {
                type: 'composer',
                url: `${url}/composer`,
                ...(names.vendor === undefined || names.everything ? {} : { only: [`${names.vendor}/*`] }),
              },
              ...(names.everything ? { 'packagist.org': false } : {}),
            },
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
}

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

const gem: Client = {
  notes: ({ url }) => [
    `pushes to ${url}/rubygems (gem push --host); gems come from where they came before. A Gemfile takes its own from here inside: source "${url}/rubygems" do … end`,
  ],
  edits: ({ url, token, home }) => [
    {
      path: at(home, '.gem', 'credentials'),
      edit: (text) => editYaml(text, `${url}/rubygems`, token),
    },
  ],
};

/** Bundler's own name for a host: dots and dashes in capitals of its own. */
const bundler: Client = {
  notes: ({ url }) => [`takes gems from here where a Gemfile says so: source "${url}/rubygems" do … end`],
  edits: ({ url, token, home }) => [
    {
      path: at(home, '.bundle', 'config'),
      edit: (text) => {
        const host = new URL(url).hostname.replaceAll('-', '___').replaceAll('.', '__').toUpperCase();
        return editYaml(text, `BUNDLE_${host}`, `${token}:`);
      },
    },
  ],
};

function editYaml(text: string, key: string, value: string): string {
  const document = parseDocument(text.trim() === '' ? '---\n{}\n' : text);
  document.set(key, value);
  return document.toString({ flowCollectionPadding: false, collectionStyle: 'block', directives: true });
}

/** For a repository that a build calls rookery, with `credentials(PasswordCredentials)`. */
const gradle: Client = {
  notes: ({ url }) => [
    `has the credential alone. A build takes groups from here with: exclusiveContent { forRepository { maven { name = "rookery"; url = uri("${url}/maven/"); credentials(PasswordCredentials) } }; filter { includeGroupAndSubgroups("com.acme") } }`,
  ],
  edits: ({ token, home }) => [
    {
      path: at(home, '.gradle', 'gradle.properties'),
      edit: (text) =>
        setLine(
          setLine(text, 'rookeryUsername', 'rookeryUsername=token'),
          'rookeryPassword',
          `rookeryPassword=${token}`,
        ),
    },
  ],
};

export const clients: Readonly<Record<string, Client>> = {
  bun: npm,
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
  pnpm: npm,
  poetry,
  twine,
  uv,
  yarn,
};

/** What a token for a client writes to; the others have one for everything. */
export const ecosystems: Readonly<Partial<Record<string, string>>> = {
  bun: 'npm',
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
  pnpm: 'npm',
  poetry: 'pypi',
  twine: 'pypi',
  uv: 'pypi',
  yarn: 'npm',
};
