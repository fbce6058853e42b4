import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Judge } from './judge.ts';
import { readSpec } from './engine-spec.ts';
import { UciClient } from './uci-client.ts';

/**
 * Measures how often an engine's move in a short time is the judge's move after a deep search, and its loss by the
 * judge's scores. The fixed positions make runs comparable: two hundred, from games of two of our networks after book
 * openings, not used in training. `build/` keeps the judge's answers, so that later runs are quick.
 */
const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'rookery' },
    options: { type: 'string', default: 'Hash=64' },
    /** A file with a FEN at the start of each line, up to `|`. */
    positions: { type: 'string', default: join(import.meta.dirname, 'unseen-positions.txt') },
    count: { type: 'string', default: '200' },
    judge: { type: 'string', default: '/usr/games/stockfish' },
    depth: { type: 'string', default: '22' },
    movetime: { type: 'string', default: '1000' },
    /** A node limit instead of a time limit, for a busy machine. */
    nodes: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});

const fens = readFileSync(values.positions, 'utf8')
  .split('\n')
  .map((line) => line.split('|')[0] ?? '')
  .filter((fen) => fen !== '')
  .slice(0, Number(values.count));
mkdirSync('build', { recursive: true });
const engine = await UciClient.start(readSpec(values.engine, values.options));
const judge = await Judge.start(values.judge, Number(values.depth), 'build/verdicts.json');
const limit = values.nodes === undefined ? `go movetime ${values.movetime}` : `go nodes ${values.nodes}`;
let same = 0;
let lost = 0;
/** Sums of squares of both scores without mates, to compare the scales of their centipawns. */
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
