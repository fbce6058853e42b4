import type { Client } from '@elastic/elasticsearch';
import type { Pool } from '../../postgres/pool.ts';
import {
  countEntries,
  countSearchChanges,
  listEntries,
  listSearchChanges,
  settleSearchChanges,
} from '../../postgres/search/search-changes.ts';
import type { SearchCopy } from '../copy.ts';
import type { Indexes } from './indexes.ts';
import { mappingVersion } from './mapping.ts';
import { writeEntries } from './write.ts';

/**
 * Changes are read before the list of indexes that get them. So an index that is created in between is filled from
 * rows that include these changes, and an earlier index gets the changes.
 */
export function createCopy(pool: Pool, client: Client, indexes: Indexes): SearchCopy {
  const { live, next } = indexes;

  return {
    async ship(limit) {
      const changes = await listSearchChanges(pool, limit);
      if (changes.length === 0) return { shipped: 0, refused: [] };
      const targets = await indexes.listTargets();
      // changes are kept while there is no index
      if (targets.length === 0) return { shipped: 0, refused: [] };
      const refused = new Set<string>();
      const isHiding = changes.some(({ hides }) => hides);
      const isWaitedFor = changes.length < limit || isHiding;
      for (const alias of targets) {
        // the new index may become the searched one at any moment; it has no periodic refresh to wait for
        const refresh = alias === live ? isWaitedFor && 'wait_for' : isHiding;
        for (const id of await writeEntries(client, alias, changes, refresh)) refused.add(id);
      }
      await settleSearchChanges(pool, changes);
      return { shipped: changes.length, refused: [...refused] };
    },
    countPending: () => countSearchChanges(pool),
    countEntries: () => countEntries(pool),
    async isCurrent() {
      const version = await indexes.liveVersion();
      return version !== null && version >= mappingVersion;
    },
    begin: () => indexes.begin(),
    async copyPage(index, after, limit) {
      await indexes.requireNext(index);
      const entries = await listEntries(pool, after, limit);
      const messages = entries.map((entry) => ({
        packageId: entry.packageId,
        version: entry.version,
        entry,
      }));
      const refused = await writeEntries(client, next, messages);
      const last = entries.at(-1)?.packageId;
      return {
        copied: entries.length - refused.length,
        next: entries.length === limit && last !== undefined ? last : null,
      };
    },
    finish: (index) => indexes.swap(index),
    dropOthers: () => indexes.drop(),
  };
}
