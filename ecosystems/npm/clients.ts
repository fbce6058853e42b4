import { join } from 'node:path';
import { parseDocument, type Document } from 'yaml';
import type { Client, Clients, NameOption, Target } from '../clients/client.ts';
import { dropLine, setLine } from '../clients/lines.ts';

const option: NameOption = {
  flag: 'scope',
  example: '@acme',
  help: 'npm, pnpm, bun, yarn: packages of this scope come from here',
  question: 'Scope of your npm packages, e.g. @acme (empty: the token alone)',
  spelling: /^@[a-z0-9~-][a-z0-9._~-]*$/,
  prefix: '@',
};

const tokenAlone =
  'has the token alone: packages still come from the public registry. --scope @name takes those of a scope from here';
const noPublic = 'gets every package from this registry: one that is not here is not found';

function notesOf({ names }: Target): string[] {
  if (names.everything) return [noPublic];
  return names.ours === undefined ? [tokenAlone] : [];
}

/** pnpm and Bun read the file of npm. */
const npm: Client = {
  option,
  notes: notesOf,
  edits({ url, token, home, names: { ours: scope, everything } }) {
    const registry = `${url}/npm/`;
    const key = `${registry.replace(/^https?:/, '')}:_authToken`;
    const edit = (text: string) => {
      // without `everything`, the line of an earlier run with `everything` is removed
      const before = everything
        ? setLine(text, 'registry', `registry=${registry}`)
        : dropLine(text, `registry=${registry}`);
      const scoped =
        scope === undefined ? before : setLine(before, `${scope}:registry`, `${scope}:registry=${registry}`);
      return setLine(scoped, key, `${key}=${token}`);
    };
    return [{ path: join(home, '.npmrc'), edit }];
  },
};

/** Yarn from version 2 on; version 1 reads the file of npm. */
const yarn: Client = {
  option,
  notes: (target) => [
    ...notesOf(target),
    'holds back what is younger than its npmMinimalAgeGate: npmPreapprovedPackages in .yarnrc.yml exempts packages of yours',
  ],
  edits: (target) => [{ path: join(target.home, '.yarnrc.yml'), edit: (text) => editYarn(text, target) }],
};

function editYarn(text: string, { url, token, names: { ours: scope, everything } }: Target): string {
  const document = parseDocument(text.trim() === '' ? '{}\n' : text);
  const registry = `${url}/npm`;
  const set = (path: string[], value: unknown) => document.setIn(path, value);
  if (everything) set(['npmRegistryServer'], registry);
  else if (document.get('npmRegistryServer') === registry) document.delete('npmRegistryServer');
  const account = ['npmRegistries', registry.replace(/^https?:/, '')];
  set([...account, 'npmAuthToken'], token);
  set([...account, 'npmAlwaysAuth'], true);
  if (scope !== undefined) set(['npmScopes', scope.slice(1), 'npmRegistryServer'], registry);
  if (url.startsWith('http:')) allowPlain(document, new URL(url).hostname);
  return document.toString({ flowCollectionPadding: false, collectionStyle: 'block' });
}

/** Yarn uses a server without TLS only if this list names it. */
function allowPlain(document: Document, host: string): void {
  const key = 'unsafeHttpWhitelist';
  const listed: unknown = document.toJS()?.[key];
  const hosts = Array.isArray(listed) ? listed.map(String) : [];
  if (!hosts.includes(host)) document.set(key, [...hosts, host]);
}

/** The same client with another command. */
function addedBy(command: string, client: Client): Client {
  return { ...client, add: ({ name, version }) => `${command} ${name}@${version}` };
}

export const clients: Clients = {
  bun: addedBy('bun add', npm),
  npm: addedBy('npm install', npm),
  pnpm: addedBy('pnpm add', npm),
  yarn: addedBy('yarn add', yarn),
};
