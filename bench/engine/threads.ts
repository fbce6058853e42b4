import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { EnginePool } from '../../engine/pool.ts';
import { middlegames } from './middlegames.ts';
import { unseenMiddlegames } from './self-play-middlegames.ts';

/**
 * Time to a depth with several threads compared with one, alternately, each search with an empty table. Needs idle
 * cores, and many positions: the time for a single position is random.
 */
const { values } = parseArgs({
  options: {
    depth: { type: 'string', default: '20' },
    threads: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '1' },
    /** Positions of our own games, in addition to the five fixed ones: with thirty in all, runs differ by a quarter. */
    unseen: { type: 'string', default: '95' },
    seed: { type: 'string', default: '1' },
    book: { type: 'string', default: process.env['BOOK_PATH'] ?? '' },
  },
});

const most = Number(values.threads);
const unseen = await unseenMiddlegames(Number(values.unseen), Number(values.seed), values.book);
const fens = [...middlegames, ...unseen];
const pool = await EnginePool.open({ threads: most, hashMb: 64 });
process.stdout.write(`${availableParallelism()} cores, load ${(loadavg()[0] ?? 0).toFixed(1)}\n`);
let logRatio = 0;
let logNodes = 0;
for (const [index, fen] of fens.entries()) {
  const total = new Map([
    [1, 0],
    [most, 0],
  ]);
  const searched = new Map(total);
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const threads of total.keys()) {
      const { timeMs, nodes } = await pool.analyse({ fen, depth: Number(values.depth), threads });
      total.set(threads, (total.get(threads) ?? 0) + timeMs);
      searched.set(threads, (searched.get(threads) ?? 0) + nodes);
    }
  }
  const ratio = (total.get(1) ?? 0) / Math.max(total.get(most) ?? 1, 1);
  logRatio += Math.log(ratio);
  logNodes += Math.log((searched.get(most) ?? 1) / (searched.get(1) ?? 1));
  process.stdout.write(
    `${total.get(1)} ms with one, ${total.get(most)} ms with ${most}: x${ratio.toFixed(2)} ${fen}\n`,
  );
  if (index === middlegames.length - 1 || index === fens.length - 1)
    process.stdout.write(
      `geometric mean of ${index + 1}: x${Math.exp(logRatio / (index + 1)).toFixed(2)}, nodes x${Math.exp(logNodes / (index + 1)).toFixed(2)}\n`,
    );
}
await pool.close();
