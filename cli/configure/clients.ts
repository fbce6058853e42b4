import type { EcosystemId } from '../../domain/ecosystem-id.ts';
import type { Client, NameOption } from '../../ecosystems/clients/client.ts';
import { netrc } from '../../ecosystems/clients/netrc.ts';
import { createEcosystems, type Ecosystems } from '../../ecosystems/index.ts';

export interface KnownClient extends Client {
  /** The ecosystem for publishes with its token; undefined: all. */
  ecosystem: EcosystemId | undefined;
}

/** Clients by their command names, in display order. */
export type KnownClients = ReadonlyMap<string, KnownClient>;

/** The clients of every served ecosystem, from its folder, and clients without an ecosystem. */
export async function loadClients(
  { all }: Pick<Ecosystems, 'all'> = createEcosystems(),
): Promise<KnownClients> {
  const known: [string, KnownClient][] = [['netrc', { ...netrc, ecosystem: undefined }]];
  for (const { id, clients } of all) {
    for (const [name, client] of Object.entries((await clients?.()) ?? {})) {
      known.push([name, { ...client, ecosystem: id }]);
    }
  }
  return new Map(known.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Options by flag; clients may share a flag. */
export function optionsOf(clients: KnownClients): ReadonlyMap<string, NameOption> {
  return new Map(
    [...clients.values()].flatMap(({ option }) => (option ? [[option.flag, option] as const] : [])),
  );
}
