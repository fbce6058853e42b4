import type { Client } from '@elastic/elasticsearch';
import { invalidState } from '../../../domain/errors.ts';
import { mappingVersion, newIndex, servingSettings } from './mapping.ts';

/** Indexes of one installation: the alias of the searched index, and `…-next` for the index that is being built. */
export interface Indexes {
  live: string;
  next: string;
  /** Aliases that get changes now. */
  listTargets(): Promise<string[]>;
  /** Mapping version of the searched index; null if there is none. */
  liveVersion(): Promise<number | null>;
  /** Creates an empty index for filling, and removes abandoned ones. Returns its name. */
  begin(): Promise<string>;
  /** @throws DomainError `invalid_state` for any index except the one being built */
  requireNext(index: string): Promise<void>;
  /** Makes the index the searched one, atomically. @throws as {@link requireNext} */
  swap(index: string): Promise<void>;
  /**
   * Removes indexes that are neither searched nor being built. Searches that began before the swap may still read one
   * of them.
   */
  drop(): Promise<void>;
}

export function createIndexes(client: Client, live: string): Indexes {
  const next = `${live}-next`;
  // the prefix of another installation can begin with this one's
  const isOurs = (index: string) =>
    index.startsWith(`${live}-`) && /^v\d+-\d{17}$/.test(index.slice(live.length + 1));

  async function listAliases(): Promise<Map<string, string[]>> {
    const found = await client.indices.getAlias({ index: `${live}-v*`, expand_wildcards: 'all' });
    const ours = Object.entries(found).filter(([index]) => isOurs(index));
    return new Map(ours.map(([index, { aliases }]) => [index, Object.keys(aliases)]));
  }

  async function drop(kept: readonly string[]): Promise<void> {
    for (const [index, aliases] of await listAliases()) {
      const isKept = kept.some((alias) => aliases.includes(alias));
      if (!isKept) await client.indices.delete({ index, ignore_unavailable: true });
    }
  }

  const replaced = (index: string) => invalidState(`the index ${index} was replaced by another one`);

  return {
    live,
    next,
    async listTargets() {
      const aliases = new Set([...(await listAliases()).values()].flat());
      return [live, next].filter((alias) => aliases.has(alias));
    },
    async liveVersion() {
      const index = [...(await listAliases())].find(([, aliases]) => aliases.includes(live))?.[0];
      if (index === undefined) return null;
      const found = await client.indices.getMapping({ index });
      return Number(found[index]?.mappings._meta?.['version'] ?? 0);
    },
    async begin() {
      await drop([live]);
      const stamp = new Date().toISOString().replaceAll(/\D/g, '');
      const index = `${live}-v${mappingVersion}-${stamp}`;
      await client.indices.create({ index, ...newIndex, aliases: { [next]: {} } });
      return index;
    },
    async requireNext(index) {
      if (!(await listAliases()).get(index)?.includes(next)) throw replaced(index);
    },
    async swap(index) {
      const aliases = await listAliases();
      // a repeated step
      if (aliases.get(index)?.includes(live)) return;
      if (!aliases.get(index)?.includes(next)) throw replaced(index);
      await client.indices.putSettings({ index, settings: { index: servingSettings } });
      await client.indices.refresh({ index });
      const others = [...aliases].filter(([, held]) => held.includes(live)).map(([other]) => other);
      await client.indices.updateAliases({
        actions: [
          ...others.map((other) => ({ remove: { index: other, alias: live } })),
          { remove: { index, alias: next } },
          { add: { index, alias: live } },
        ],
      });
    },
    drop: () => drop([live, next]),
  };
}
