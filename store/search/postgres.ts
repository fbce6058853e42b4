import type { PackageRow } from '../postgres/packages.ts';
import { type Pool, sql } from '../postgres/pool.ts';
import type { Rendering, RendersFrom } from '../postgres/rendering.ts';
import { countQuery, pageQuery } from './postgres-query.ts';
import { projectPackage, removeEntry } from './project.ts';
import type { Search } from './search.ts';

/** The ecosystem's pure part, injected so that the store knows no protocol. */
export type RenderEntry = (rendering: Rendering) => {
  facets: string[];
  fields: Record<string, string[]>;
  payload: Record<string, unknown>;
};

export interface PostgresSearchDeps {
  pool: Pool;
  render: RenderEntry;
  rendersFrom(pkg: PackageRow): RendersFrom;
}

/** Full text and trigrams in the database itself: nothing else to run, and never behind by much. */
export function createPostgresSearch({ pool, render, rendersFrom }: PostgresSearchDeps): Search {
  return {
    async query(actor, request) {
      const [total, hits] = await Promise.all([
        pool.oneFirst(countQuery(actor, request)),
        request.limit === 0 ? [] : pool.any(pageQuery(actor, request)),
      ]);
      return { total, hits };
    },
    project: (packageId) => projectPackage(pool, { render, rendersFrom }, packageId),
    remove: (packageId) => removeEntry(pool, packageId),
    ping: async () => {
      await pool.query(sql.typeAlias('void')`select from search_documents limit 1`);
    },
  };
}
