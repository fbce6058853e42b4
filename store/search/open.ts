import type { Pool } from '../postgres/pool.ts';
import type { ElasticOptions } from './elastic/client.ts';
import type { EntryRenderer } from './entry-renderer.ts';
import { createPostgresSearch } from './postgres.ts';
import type { Search } from './search.ts';

export type SearchOptions = { kind: 'postgres' } | ({ kind: 'elasticsearch' } & ElasticOptions);

export async function createSearch(
  pool: Pool,
  renderer: EntryRenderer,
  options: SearchOptions,
): Promise<Search> {
  if (options.kind === 'postgres') return createPostgresSearch(pool, renderer);
  // loaded on demand: the client is large, and most installations do not need it
  const { createElasticSearch } = await import('./elastic/search.ts');
  return createElasticSearch(pool, renderer, options);
}
