import { parseArgs } from 'node:util';
import { SingleEngine } from '../../engine/single.ts';
import { moveName } from '../../engine/moves.ts';
import { randomFrom } from '../../engine/testing/random.ts';

/**
 * Makes positions with a forced mate in 2 to 5 from random attacks, proves the shortest mate by exhaustive search of
 * checks and replies, and asks the engine for it within a number of nodes.
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20' },
    nodes: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    longest: { type: 'string', default: '3' },
  },
});

/** Whether the side to move mates in at most that many moves, trying every move. */
function isMateIn(engine: SingleEngine, moves: number): boolean {
  const { core } = engine;
  for (const move of engine.legal()) {
    // The last move has to give check.
    if (moves === 1 && !core.givesCheck(move)) continue;
    core.makeMove(move);
    const isForced = isLostIn(engine, moves - 1);
    core.unmakeMove();
    if (isForced) return true;
  }
  return false;
}

function isLostIn(engine: SingleEngine, moves: number): boolean {
  const { core } = engine;
  const replies = engine.legal();
  if (replies.length === 0) return core.inCheck() !== 0;
  if (moves === 0) return false;
  for (const reply of replies) {
    core.makeMove(reply);
    const isMate = isMateIn(engine, moves);
    core.unmakeMove();
    if (!isMate) return false;
  }
  return true;
}

function randomAttack(random: () => number): string {
  const board = Array.from({ length: 64 }, () => '');
  const men = ['K', 'k', 'Q', 'R', 'N', 'B', 'p', 'p', 'p', 'r', 'n', 'b'];
  for (const man of men) {
    const [lowest, highest] = man === 'p' ? [8, 55] : [0, 63];
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

const engine = await SingleEngine.open(16);
const random = randomFrom(Number(values.seed));
let solved = 0;
let total = 0;
while (total < Number(values.count)) {
  const fen = randomAttack(random);
  try {
    engine.set(fen);
  } catch {
    continue;
  }
  let shortest = 0;
  for (let moves = 1; moves <= Number(values.longest) && !shortest; moves++)
    if (isMateIn(engine, moves)) shortest = moves;
  if (shortest < 2) continue;
  total++;
  engine.forget();
  const { lines } = engine.think({ nodes: Number(values.nodes), depth: 40 });
  const isExact = lines[0]?.score === 30_000 - (2 * shortest - 1);
  if (isExact) solved++;
  process.stdout.write(
    `${isExact ? 'found' : `MISSED (${lines[0]?.score ?? '?'})`} mate in ${shortest}: ${moveName(engine.core.bestMove())} ${fen}\n`,
  );
}
process.stdout.write(`${solved} of ${total}\n`);
