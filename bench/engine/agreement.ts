import { mkdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startFen } from '../../engine/fen.ts';
import { randomFrom } from '../../engine/testing/random.ts';
import { Judge } from './judge.ts';
import { readSpec } from './spec.ts';
import { UciClient } from './uci-client.ts';
import { unseenMiddlegames } from './unseen.ts';

/**
 * How often an engine's move in a short time is the judge's after a deep search, and what its move loses by the
 * judge's own measure. Positions are played anew from the seed, or come from a file, a FEN at the start of each
 * line up to `|`. The judge's answers are kept in `build/`, so that the next run is quick.
 */
const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'rookery' },
    options: { type: 'string', default: 'Hash=64' },
    positions: { type: 'string' },
    book: { type: 'string', default: process.env['BOOK_PATH'] ?? '' },
    count: { type: 'string', default: '100' },
    judge: { type: 'string', default: '/usr/games/stockfish' },
    depth: { type: 'string', default: '22' },
    movetime: { type: 'string', default: '1000' },
    /** Nodes instead of time, for a busy machine. */
    nodes: { type: 'string' },
    seed: { type: 'string', default: '1' },
    list: { type: 'boolean', default: false },
  },
});

/** Middlegames only: with most men still there. */
function sample(file: string, count: number): string[] {
  const fens = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.split('|')[0] ?? '')
    .filter((fen) => (fen.split(' ')[0] ?? '').replaceAll(/[^a-z]/gi, '').length >= 20);
  const random = randomFrom(Number(values.seed));
  return Array.from({ length: count }, () => fens[Math.floor(random() * fens.length)] ?? startFen);
}

const count = Number(values.count);
const fens =
  values.positions === undefined
    ? await unseenMiddlegames(count, Number(values.seed), values.book)
    : sample(values.positions, count);
mkdirSync('build', { recursive: true });
const engine = await UciClient.start(readSpec(values.engine, values.options));
const judge = await Judge.start(values.judge, Number(values.depth), `build/verdicts-${values.seed}.json`);
const limit = values.nodes === undefined ? `go movetime ${values.movetime}` : `go nodes ${values.nodes}`;
let same = 0;
let lost = 0;
/** Sums of squares of both scores, those that are no mates: how far apart their centipawns are. */
let ownSquares = 0;
let judgeSquares = 0;
const comparable = 600;
for (const [index, fen] of fens.entries()) {
  await engine.newGame();
  const answer = await engine.search(`position fen ${fen}`, limit);
  const verdict = await judge.best(fen);
  let loss = 0;
  if (answer.move === verdict.move) same++;
  else {
    const alone = await judge.worthOf(fen, answer.move);
    loss = Math.min(1000, Math.max(0, verdict.score - alone.score));
  }
  lost += loss;
  if (Math.max(Math.abs(answer.score), Math.abs(verdict.score)) < comparable) {
    ownSquares += answer.score ** 2;
    judgeSquares += verdict.score ** 2;
  }
  const done = index + 1;
  const so = `agreed ${((100 * same) / done).toFixed(1)} %, mean loss ${(lost / done).toFixed(1)} cp`;
  if (values.list)
    process.stdout.write(
      `${done}: ${answer.move} ${answer.score} depth ${answer.depth} / ${verdict.move} ${verdict.score}, loss ${loss}, ${so} ${fen}\n`,
    );
  else if (done % 10 === 0 || done === fens.length) process.stdout.write(`${done}: ${so}\n`);
}
process.stdout.write(
  `the judge's scores spread x${Math.sqrt(judgeSquares / ownSquares).toFixed(2)} as wide\n`,
);
engine.stop();
judge.stop();
