/** Runs searches of all kinds and measures the growth of memory. Small heaps prevent garbage from hiding a leak. */
import { startFen } from '../fen.ts';
import { EnginePool } from '../pool.ts';

const megabyte = 1_048_576;
const searches = Number(process.argv[2]);
// without a search there is no growth to measure
if (!Number.isInteger(searches) || searches < 1)
  throw new Error(`a soak takes a number of searches, not ${process.argv[2] ?? 'nothing'}`);

const pool = await EnginePool.open({ threads: 2, hashMb: 4 });

async function search(count: number): Promise<void> {
  const kind = count % 5;
  const stop = new AbortController();
  await pool.analyse(
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
}

for (let count = 0; count < 30; count++) await search(count);
const before = process.memoryUsage.rss();
for (let count = 0; count < searches; count++) await search(count);
const grown = (process.memoryUsage.rss() - before) / megabyte;
await pool.close();
process.stdout.write(`${grown.toFixed(1)}\n`);
