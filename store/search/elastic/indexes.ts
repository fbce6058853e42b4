import type { Client } from '@elastic/elasticsearch';
import { mappingVersion, newIndex, servingSettings } from './mapping.ts';

/** Indexes of one installation: the alias that is searched names one of them, and `…-next` the one that is being made. */
export interface Indexes {
  live: string;
  next: string;
  /** Aliases that take changes now. */
  listTargets(): Promise<string[]>;
  /** Mapping of the index that is searched; null while there is none. */
  liveVersion(): Promise<number | null>;
  /** An empty index to be filled, and none of those that were left behind. Returns its name. */
  begin(): Promise<string>;
  /** Whether the index is the one that is being made. */
  isNext(index: string): Promise<boolean>;
  /** Makes it the one that is searched, at one moment, and removes the others. */
  swap(index: string): Promise<void>;
}

export function createIndexes(client: Client, live: string): Indexes {
  const next = `${live}-next`;
  // the prefix of another installation can begin with ours
  const isOurs = (index: string) =>
    index.startsWith(`${live}-`) && /^v\d+-\d{17}$/.test(index.slice(live.length + 1));

  async function listAliases(): Promise<Map<string, string[]>> {
    const found = await client.indices.getAlias({ index: `${live}-v*`, expand_wildcards: 'all' });
    const ours = Object.entries(found).filter(([index]) => isOurs(index));
    return new Map(ours.map(([index, { aliases }]) => [index, Object.keys(aliases)]));
  }

  async function indexOf(alias: string): Promise<string | null> {
    const found = [...(await listAliases())].find(([, aliases]) => aliases.includes(alias));
    return found?.[0] ?? null;
  }

  return {
    live,
    next,
    async listTargets() {
      const aliases = new Set([...(await listAliases()).values()].flat());
      return [live, next].filter((alias) => aliases.has(alias));
    },
    async liveVersion() {
      const index = await indexOf(live);
      if (index === null) return null;
      const found = await client.indices.getMapping({ index });
      return Number(found[index]?.mappings._meta?.['version'] ?? 0);
    },
    async begin() {
      for (const [index, aliases] of await listAliases()) {
        if (!aliases.includes(live)) await client.indices.delete({ index, ignore_unavailable: true });
      }
      const stamp = new Date().toISOString().replaceAll(/\D/g, '');
      const index = `${live}-v${mappingVersion}-${stamp}`;
      await client.indices.create({ index, ...newIndex, aliases: { [next]: {} } });
      return index;
    },
    isNext: async (index) => (await indexOf(next)) === index,
    async swap(index) {
      const aliases = await listAliases();
      // a repetition of a step that was done
      if (aliases.get(index)?.includes(live)) return;
      await client.indices.putSettings({ index, settings: { index: servingSettings } });
      await client.indices.refresh({ index });
      const others = [...aliases.keys()].filter((other) => other !== index);
      await client.indices.updateAliases({
        actions: [
          ...others.map((other) => ({ remove_index: { index: other } })),
          { remove: { index, alias: next } },
          { add: { index, alias: live } },
        ],
      });
    },
  };
}
