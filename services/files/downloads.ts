import type { Logger } from '../../config/logging.ts';
import { addDownloads } from '../../store/postgres/packages/downloads.ts';
import type { Pool } from '../../store/postgres/pool.ts';

/** Counts in memory and writes in batches: a download never waits for the database. */
export interface DownloadCounter {
  count(releaseId: string): void;
  close(): Promise<void>;
}

const flushMs = 5_000;
/** The most releases with unwritten counts, while the database is unreachable. Further downloads are not counted. */
const maxPending = 100_000;

export function createDownloadCounter(pool: Pool, log: Logger): DownloadCounter {
  let pending = new Map<string, number>();

  async function flush(): Promise<void> {
    if (pending.size === 0) return;
    const batch = pending;
    pending = new Map();
    try {
      await addDownloads(pool, batch);
    } catch (error) {
      log.warn({ err: error, releases: batch.size }, 'download counts kept for the next flush');
      for (const [id, count] of batch) pending.set(id, (pending.get(id) ?? 0) + count);
    }
  }

  const timer = setInterval(() => void flush(), flushMs);
  timer.unref();
  return {
    count(releaseId) {
      if (pending.size >= maxPending && !pending.has(releaseId)) return;
      pending.set(releaseId, (pending.get(releaseId) ?? 0) + 1);
    },
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
