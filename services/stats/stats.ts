import { remember } from '../../store/cache/short-cache.ts';
import { countAll, type Stats } from '../../store/postgres/jobs/stats.ts';
import type { Pool } from '../../store/postgres/pool.ts';

const rememberMs = 1_000;

/** Totals of the instance, at most a second old; hidden packages and releases do not count. */
export function createStats(pool: Pool): () => Promise<Stats> {
  return remember(rememberMs, () => countAll(pool));
}
