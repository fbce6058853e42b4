import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { EnginePool } from '../../engine/pool.ts';
import { middlegames } from './middlegames.ts';

/** Time to a depth with more threads against one, each search from an empty table, in turns. Needs idle cores. */
const { values } = parseArgs({
  options: {
    depth: { type: 'string', default: '20' },
    threads: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
  },
});

const most = Number(values.threads);
const pool = await EnginePool.open({ threads: most, hashMb: 64 });
process.stdout.write(`${availableParallelism()} cores, load ${(loadavg()[0] ?? 0).toFixed(1)}\n`);
let logRatio = 0;
for (const fen of middlegames) {
  const total = new Map([
    [1, 0],
    [most, 0],
  ]);
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const threads of total.keys()) {
      const { timeMs } = await pool.analyse({ fen, depth: Number(values.depth), threads });
      total.set(threads, (total.get(threads) ?? 0) + timeMs);
    }
  }
  const ratio = (total.get(1) ?? 0) / Math.max(total.get(most) ?? 1, 1);
  logRatio += Math.log(ratio) / middlegames.length;
  process.stdout.write(
    `${total.get(1)} ms with one, ${total.get(most)} ms with ${most}: x${ratio.toFixed(2)} ${fen}\n`,
  );
}
process.stdout.write(`geometric mean x${Math.exp(logRatio).toFixed(2)}\n`);
await pool.close();
