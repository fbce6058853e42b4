import { isStorable } from '../../domain/storable-text.ts';
import { type Pool, sql } from '../postgres/pool.ts';
import type { EntryRenderer } from './entry-renderer.ts';
import { countQuery, pageQuery } from './postgres-query.ts';
import { projectPackage, removeEntry } from './project-package.ts';
import type { Search } from './search.ts';

/** Full text and trigrams in the database itself: nothing else to run, and never behind by much. */
export function createPostgresSearch(pool: Pool, renderer: EntryRenderer): Search {
  return {
    async query(actor, request) {
      // no entry holds what can't be stored; the words of a text are cleaned one by one
      const { text: _words, ...filters } = request;
      if (!isStorable(filters)) return { total: 0, hits: [] };
      const [total, hits] = await Promise.all([
        pool.oneFirst(countQuery(actor, request)),
        request.limit === 0 ? [] : pool.any(pageQuery(actor, request)),
      ]);
      return { total, hits };
    },
    project: (packageId) => projectPackage(pool, renderer, packageId),
    remove: (packageId) => removeEntry(pool, packageId),
    ping: async () => {
      await pool.query(sql.typeAlias('void')`select from search_documents limit 1`);
    },
  };
}
