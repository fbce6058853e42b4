import type { Format } from '../../../ecosystems/format.ts';
import type { Client } from '../../../ecosystems/clients/client.ts';
import { mountUrl } from '../../../ecosystems/mounts.ts';
import { valueOf } from '../package/clients.ts';

/** The text in place of a token before there is one. */
export const placeholder = 'pub_…';

/** The place of a reader's new packages. */
export interface Place {
  publicUrl: string;
  /** The repository with its own address; undefined: the shared one. */
  repository: string | undefined;
}

/** Texts for the shared address, as they read for the reader's own, and with the reader's token where there is one. */
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

/** A name of the reader's own in the shape of the ecosystem: the first of the usual shapes that it takes. */
export function sampleName({ names }: Pick<Format, 'names'>, owner: string): string {
  const shapes = [`@${owner}/example`, `${owner}/example`, `com.${owner}:example`, 'example'];
  return shapes.find((shape) => isName(names, shape)) ?? 'example';
}

/** Whether clients could call a package so. */
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

/** A package that is to be published. */
interface Wanted {
  format: Format;
  name: string;
  place: Place;
  token: string;
}

/** The output of `rookery configure` for each client of an ecosystem, into empty files. */
export async function listClients(wanted: Wanted): Promise<ClientGuide[]> {
  const guides = new Map<Client, ClientGuide>();
  for (const [name, client] of Object.entries((await wanted.format.clients?.()) ?? {})) {
    // clients that read the same files are one
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

/** The option that names the package's own, with its value; nothing for clients without one. */
function optionFor({ option }: Client, { format, name }: Wanted): string[] {
  const value = option && valueOf(option, format, { name, nameKey: format.names.canonical(name) });
  return value === undefined ? [] : [`--${option?.flag}`, value];
}
