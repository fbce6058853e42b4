import { appendFileSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { toUnits } from '../centipawns.ts';
import { startFen } from '../fen.ts';
import { netFile, useNet } from '../net.ts';
import { SingleEngine } from '../single-engine.ts';
import { randomFrom } from '../testing/random.ts';
import { gameLine, slipLine, writeLine } from './self-play-file.ts';

/**
 * Plays the engine against itself and appends quiet positions to a file (`self-play-file.ts`), each with the game's
 * result and the score of its search. A mark shows a random move: positions after it prove nothing about those before
 * it.
 */
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'build/self-play.txt' },
    games: { type: 'string', default: '1000' },
    nodes: { type: 'string', default: '3000' },
    /** Share of random moves, for variety of games; their positions are kept. */
    slips: { type: 'string', default: '0.08' },
    seed: { type: 'string', default: String(process.pid) },
    /** The network that plays; empty: the hand-written evaluation. */
    net: { type: 'string', default: netFile },
  },
});

/** A game ends when it is decided for this many plies, or nearly equal for this many. */
const decidedAt = 700;
const decidedFor = 4;
const equalWithin = 4;
const equalFor = 12;
const longest = 300;
const longestMemory = 160;

interface Played {
  samples: ({ fen: string; score: number } | 'slip')[];
  white: number;
}

function playGame(engine: SingleEngine, random: () => number): Played {
  const { core } = engine;
  core.forget();
  engine.set(startFen);
  const samples: Played['samples'] = [];
  const randomPlies = 7 + Math.floor(random() * 4);
  let decided = 0;
  let equal = 0;
  for (let ply = 0; ply < longest; ply++) {
    const moves = engine.legal();
    const isBlack = core.sideToMove() !== 0;
    if (moves.length === 0) return { samples, white: core.inCheck() ? (isBlack ? 1 : 0) : 0.5 };
    if (core.isGameDrawn()) return { samples, white: 0.5 };
    if (ply < randomPlies) {
      core.makeMove(moves[Math.floor(random() * moves.length)] ?? 0);
      continue;
    }
    const [line] = engine.think({ nodes: Number(values.nodes) }).lines;
    const move = moves.find((legal) => legal === core.bestMove()) ?? 0;
    const score = toUnits(line?.score ?? 0) * (isBlack ? -1 : 1);
    if (!core.inCheck() && !core.isNoisy(move) && Math.abs(score) < decidedAt)
      samples.push({ fen: engine.fen, score });
    decided = Math.abs(score) >= decidedAt ? decided + 1 : 0;
    if (decided >= decidedFor) return { samples, white: score > 0 ? 1 : 0 };
    equal = Math.abs(score) <= equalWithin ? equal + 1 : 0;
    if (equal >= equalFor) return { samples, white: 0.5 };
    const isSlip = random() < Number(values.slips);
    if (isSlip) samples.push('slip');
    core.makeMove(isSlip ? (moves[Math.floor(random() * moves.length)] ?? 0) : move);
    core.compactStates(longestMemory);
  }
  return { samples, white: 0.5 };
}

const engine = await SingleEngine.open();
useNet(engine.core, engine.memory, values.net ? readFileSync(values.net) : new Uint8Array());
const random = randomFrom(Number(values.seed));
for (let game = 0; game < Number(values.games); game++) {
  const { samples, white } = playGame(engine, random);
  const lines = samples.map((sample) =>
    sample === 'slip' ? slipLine : writeLine(sample.fen, white, sample.score),
  );
  appendFileSync(values.out, [gameLine, ...lines].map((line) => `${line}\n`).join(''));
}
