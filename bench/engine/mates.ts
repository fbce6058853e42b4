import { parseArgs } from 'node:util';
import { EnginePool } from '../../engine/pool.ts';
import { SingleEngine } from '../../engine/single-engine.ts';
import { randomFrom } from '../../engine/testing/random.ts';

/**
 * Creates random positions with a forced mate in 2 to 5, whose shortest mate is proved by trying every move before
 * our search sees them. Then measures whether the engine finds that mate within a time limit.
 */
const { values } = parseArgs({
  options: {
    /** Positions per mate length. */
    each: { type: 'string', default: '25' },
    movetime: { type: 'string', default: '1000' },
    /** A node limit instead of a time limit, for a busy machine. */
    nodes: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});

const lengths = [2, 3, 4, 5];
/** Positions that take more nodes to prove are skipped. */
const patience = 20_000_000;
/** Proofs of long mates need boards with few moves. */
const attacks = ['KkQRNBppprnb', 'KkQRNBppprnb', 'KkRBNpp', 'KkRNp', 'KkQNpr', 'KkRBPp', 'KkRRrp', 'KkQpq'];

function randomAttack(random: () => number): string {
  const board = Array.from({ length: 64 }, () => '');
  for (const man of attacks[Math.floor(random() * attacks.length)] ?? '') {
    const [lowest, highest] = man.toLowerCase() === 'p' ? [8, 55] : [0, 63];
    let square = lowest;
    do square = lowest + Math.floor(random() * (highest - lowest + 1));
    while (board[square]);
    board[square] = man;
  }
  const ranks = [7, 6, 5, 4, 3, 2, 1, 0].map((rank) =>
    board
      .slice(rank * 8, rank * 8 + 8)
      .map((man) => man || '1')
      .join('')
      .replaceAll(/1+/g, (gap) => String(gap.length)),
  );
  return `${ranks.join('/')} w - - 0 1`;
}

/** Moves of the shortest mate, proved; undefined without a mate in five, or when the proof takes too much work. */
function shortestMate(engine: SingleEngine, fen: string): number | undefined {
  try {
    engine.set(fen);
  } catch {
    return undefined;
  }
  for (let moves = 1; moves <= 5; moves++) {
    const answer = engine.core.forcesMate(moves, patience);
    if (answer < 0) return undefined;
    if (answer > 0) return moves;
  }
  return undefined;
}

const witness = await SingleEngine.open(256);
const pool = await EnginePool.open({ threads: 1, hashMb: 64 });
const random = randomFrom(Number(values.seed));
const limit =
  values.nodes === undefined ? { movetime: Number(values.movetime) } : { nodes: Number(values.nodes) };
const found = new Map(lengths.map((length) => [length, 0]));
const missing = new Set(lengths);
let solved = 0;
let total = 0;
while (missing.size > 0) {
  const fen = randomAttack(random);
  const shortest = shortestMate(witness, fen);
  if (shortest === undefined || !missing.has(shortest)) continue;
  const count = (found.get(shortest) ?? 0) + 1;
  found.set(shortest, count);
  if (count >= Number(values.each)) missing.delete(shortest);
  total++;
  const { score, bestMove = '-', timeMs } = await pool.analyse({ fen, mate: shortest, ...limit });
  const isExact = score === 30_000 - (2 * shortest - 1);
  if (isExact) solved++;
  process.stdout.write(
    `${isExact ? 'found' : `MISSED (${score})`} mate in ${shortest}: ${bestMove} ${timeMs} ms ${fen}\n`,
  );
}
process.stdout.write(`${solved} of ${total}\n`);
await pool.close();
