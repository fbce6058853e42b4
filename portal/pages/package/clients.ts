import type { NameOption } from '../../../ecosystems/clients/client.ts';
import type { PackageFront } from '../../../services/packages/front.ts';

/** Shown instead of the reader's own token: client files hold it in plain text. */
const token = 'YOUR_TOKEN';
const home = '~';

/** The command by which one client adds the package, and its configuration files. */
export interface ClientGuide {
  client: string;
  add: string;
  files: readonly { path: string; text: string }[];
}

/** Guides for every client of the ecosystem that installs packages. */
export async function guidesOf({ ecosystem, pkg, shown }: PackageFront, url: string): Promise<ClientGuide[]> {
  if (!shown) return [];
  const clients = (await ecosystem.clients?.()) ?? {};
  return Object.entries(clients).flatMap(([client, { add, edits, option }]) => {
    if (!add) return [];
    const names = { ours: option && valueOf(option, ecosystem, pkg), everything: false };
    const files = edits({ url, token, home, names }).map(({ path, edit }) => ({ path, text: edit('') }));
    // a client's own command writes files with an encoded credential
    const isPlain = files.some(({ text }) => text.includes(token));
    return [
      { client, add: add({ name: pkg.name, version: shown.version, url }), files: isPlain ? files : [] },
    ];
  });
}

/** The value of the client's option that fetches the package from here: its namespace, else its name. */
export function valueOf(
  { spelling, prefix = '' }: NameOption,
  ecosystem: PackageFront['ecosystem'],
  { name, nameKey }: Pick<PackageFront['pkg'], 'name' | 'nameKey'>,
): string | undefined {
  const namespaces = ecosystem.namespaces.of(nameKey).map((namespace) => `${prefix}${namespace}`);
  return [...namespaces, name].find((value) => spelling.test(value));
}
