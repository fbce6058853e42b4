import { join } from 'node:path';
import type { Client, Clients, Target } from '../clients/client.ts';
import { setElement, spanOf } from '../clients/lines.ts';

/** The source that NuGet itself writes into a new file. */
const nugetOrg = '<add key="nuget.org" value="https://api.nuget.org/v3/index.json" protocolVersion="3" />';

/** Source mapping (NuGet 6.0): packages of the pattern come from this registry, all others from nuget.org. */
const nuget: Client = {
  add: ({ name, version }) => `dotnet add package ${name} --version ${version}`,
  option: {
    flag: 'pattern',
    example: "'Acme.*'",
    help: 'nuget: ids like this come from here, all others from nuget.org',
    question: 'Ids of your NuGet packages, e.g. Acme.* (empty: both sources are asked for every id)',
    spelling: /^[A-Za-z0-9_.-]+\*?$/,
  },
  notes: ({ names }) => {
    if (names.everything) return ['gets every package from this registry: one that is not here is not found'];
    return names.ours === undefined
      ? [
          "asks nuget.org and this registry for every id: a stranger's package of the same id may be taken. --pattern 'Acme.*' maps ids to this registry",
        ]
      : [];
  },
  edits: ({ url, token, home, names }) => [
    {
      path: join(home, '.nuget', 'NuGet', 'NuGet.Config'),
      edit: (text) => editNuget(text, url, token, names),
    },
  ],
};

function editNuget(
  text: string,
  url: string,
  token: string,
  { ours: pattern, everything }: Target['names'],
): string {
  const root = 'configuration';
  const set = (whole: string, parent: string, element: string, open: string, mark: string, close: string) =>
    setElement(whole, { root, parent, element, find: (given) => spanOf(given, { open, mark, close }) });
  const insecure = url.startsWith('http:') ? ' allowInsecureConnections="true"' : '';
  const source = `<add key="rookery" value="${url}/nuget/v3/index.json" protocolVersion="3"${insecure} />`;
  const hasFile = text.trim() !== '';
  const before = hasFile || everything ? text : set(text, 'packageSources', nugetOrg, '<add', nugetOrg, '/>');
  const sourced = set(before, 'packageSources', source, '<add', '<add key="rookery" value=', '/>');
  const credential = `<rookery><add key="Username" value="token" /><add key="ClearTextPassword" value="${token}" /></rookery>`;
  const known = set(sourced, 'packageSourceCredentials', credential, '<rookery>', '<rookery>', '</rookery>');
  const patternOfAll = everything ? '*' : pattern;
  if (patternOfAll === undefined) return known;
  const map = (whole: string, key: string, mapped: string) =>
    set(
      whole,
      'packageSourceMapping',
      `<packageSource key="${key}"><package pattern="${mapped}" /></packageSource>`,
      '<packageSource ',
      `<packageSource key="${key}">`,
      '</packageSource>',
    );
  const mapped = map(known, 'rookery', patternOfAll);
  // a mapping must give every id a source; the user's own mapping stays
  return everything || mapped.includes('<packageSource key="nuget.org">')
    ? mapped
    : map(mapped, 'nuget.org', '*');
}

export const clients: Clients = { nuget };
