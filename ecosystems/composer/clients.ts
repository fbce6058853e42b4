import { join } from 'node:path';
import type { Client, Clients, FileEdit, Target } from '../clients/client.ts';

/** Sets the repository and the credential for all projects of the user. All other members stay. */
const composer: Client = {
  add: ({ name, version }) => `composer require ${name}:${version}`,
  option: {
    flag: 'vendor',
    example: 'acme',
    help: 'composer: acme/* comes from here',
    question:
      'Vendor of your Composer packages, e.g. acme (empty: this registry is asked first for every name)',
    spelling: /^[a-z0-9]+(?:[_.-][a-z0-9]+)*$/,
  },
  notes: ({ names }) => {
    if (names.everything) return ['gets every package from this registry: one that is not here is not found'];
    return names.ours === undefined
      ? [
          'asks this registry first for every name, then Packagist, unless an earlier run named a vendor. --vendor acme asks it for acme/* alone',
        ]
      : [];
  },
  edits: composerEdits,
};

function composerEdits({ url, token, home, names }: Target): readonly FileEdit[] {
  const folder = join(home, '.config', 'composer');
  const { host, protocol } = new URL(url);
  return [
    {
      path: join(folder, 'config.json'),
      edit: (text) =>
        editJson(text, (config) => {
          const repositories = membersOf(config['repositories'], 'repositories');
          const settings = membersOf(config['config'], 'config');
          return {
            ...config,
            repositories: {
              ...repositories,
              rookery: repositoryOf(url, names, repositories),
              ...(names.everything ? { 'packagist.org': false } : {}),
            },
            ...(protocol === 'http:' ? { config: { ...settings, 'secure-http': false } } : {}),
          };
        }),
    },
    {
      path: join(folder, 'auth.json'),
      edit: (text) =>
        editJson(text, (auth) => ({
          ...auth,
          bearer: { ...membersOf(auth['bearer'], 'bearer'), [host]: token },
        })),
    },
  ];
}

/** The vendor of an earlier run stays until a run names another; members that the user added stay as well. */
function repositoryOf(url: string, { ours, everything }: Target['names'], repositories: object): object {
  const earlier = membersOf('rookery' in repositories ? repositories.rookery : undefined, 'rookery');
  const { only, ...others } = { only: undefined, ...earlier };
  const vendors = everything ? undefined : ours === undefined ? only : [`${ours}/*`];
  return {
    ...others,
    type: 'composer',
    url: `${url}/composer`,
    ...(vendors === undefined ? {} : { only: vendors }),
  };
}

function editJson(text: string, edit: (json: Record<string, unknown>) => object): string {
  const json = (text.trim() === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
  return `${JSON.stringify(edit(json), null, 4)}\n`;
}

/** PHP writes an empty object as an empty list. @throws Error for a list with elements, which would be lost */
function membersOf(value: unknown, name: string): object {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return {};
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new Error(`${name} is no object in this JSON: write it as one, with a name for each`);
}

export const clients: Clients = { composer };
