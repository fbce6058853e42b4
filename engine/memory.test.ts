import { describe, expect, it } from 'vitest';
import { startFen } from './fen.ts';
import { EnginePool } from './pool.ts';

/** Searches made while watching memory; SOAK_SEARCHES asks for a long run. */
const searches = Number(process.env['SOAK_SEARCHES'] ?? 60);
const megabyte = 1_048_576;

describe('memory', () => {
  it(`does not grow over ${searches} searches of all kinds`, { timeout: 7_200_000 }, async () => {
    const pool = await EnginePool.open({ threads: 2, hashMb: 4 });
    const search = async (count: number) => {
      const kind = count % 5;
      const stop = new AbortController();
      const running = pool.analyse(
        {
          fen: startFen,
          depth: 6 + kind,
          threads: 1 + (count % 2),
          hash_mb: 1 + kind,
          signal: stop.signal,
          ...(kind === 3 ? { game: 'warm' } : {}),
        },
        kind === 4 ? () => stop.abort() : undefined,
      );
      await running;
    };
    for (let count = 0; count < 30; count++) await search(count);
    const before = process.memoryUsage.rss();
    for (let count = 0; count < searches; count++) await search(count);
    const grown = (process.memoryUsage.rss() - before) / megabyte;
    await pool.close();

    // Garbage not yet collected is some; a group of 10 MB left behind by every search would be hundreds.
    expect(grown).toBeLessThan(80);
  });
});
