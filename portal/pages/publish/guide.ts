import type { Format } from '../../../ecosystems/format.ts';
import type { Client } from '../../../ecosystems/clients/client.ts';
import { mountUrl } from '../../../ecosystems/mounts.ts';
import { valueOf } from '../package/clients.ts';

/** The placeholder of a token that does not exist yet. */
export const placeholder = 'pub_…';

/** The place of a reader's new packages. */
export interface Place {
  publicUrl: string;
  /** The repository with its own address; undefined: the shared one. */
  repository: string | undefined;
}

/** Replaces the shared address in a text by the reader's own, and the placeholder by `token`. */
export function personalise(
  text: string,
  format: Pick<Format, 'mount'>,
  place: Place,
  token: string,
): string {
  return text
    .replaceAll(mountUrl(format, place.publicUrl), mountUrl(format, place.publicUrl, place.repository))
    .replaceAll(placeholder, token);
}

/** An example name for the reader, by the first of the common shapes that the ecosystem accepts. */
export function sampleName({ names }: Pick<Format, 'names'>, owner: string): string {
  const shapes = [`@${owner}/example`, `${owner}/example`, `com.${owner}:example`, 'example'];
  return shapes.find((shape) => isName(names, shape)) ?? 'example';
}

/** Whether the ecosystem accepts the name. */
export function isName(names: Format['names'], name: string): boolean {
  try {
    names.canonical(name);
    return true;
  } catch {
    return false;
  }
}

export interface ClientFile {
  path: string;
  text: string;
}

export interface ClientGuide {
  names: readonly string[];
  /** Commands of this registry's command line. */
  commands: readonly string[];
  files: readonly ClientFile[];
  notes: readonly string[];
}

/** The package to publish. */
interface Wanted {
  format: Format;
  name: string;
  place: Place;
  token: string;
}

/** The output of `rookery configure` for each client of an ecosystem, as new files. */
export async function listClients(wanted: Wanted): Promise<ClientGuide[]> {
  const guides = new Map<Client, ClientGuide>();
  for (const [name, client] of Object.entries((await wanted.format.clients?.()) ?? {})) {
    // clients with the same files share a guide
    const { names, commands, ...guide } = guides.get(client) ?? guideOf(client, wanted);
    const option = optionFor(client, wanted);
    const command = ['rookery configure', name, ...option].join(' ');
    guides.set(client, { ...guide, names: [...names, name], commands: [...commands, command] });
  }
  return [...guides.values()];
}

function guideOf(client: Client, wanted: Wanted): ClientGuide {
  const { format, place, token } = wanted;
  const [, ours] = optionFor(client, wanted);
  const target = { url: place.publicUrl, token, home: '~', names: { ours, everything: false } };
  const personal = (text: string) => personalise(text, format, place, token);
  return {
    names: [],
    commands: [],
    files: client.edits(target).map(({ path, edit }) => ({ path, text: personal(edit('')) })),
    notes: client.notes?.(target).map(personal) ?? [],
  };
}

/** The client's option for the namespace or name of the package, with its value; empty for clients without one. */
function optionFor({ option }: Client, { format, name }: Wanted): string[] {
  const value = option && valueOf(option, format, { name, nameKey: format.names.canonical(name) });
  return value === undefined ? [] : [`--${option?.flag}`, value];
}
