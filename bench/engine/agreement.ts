import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startFen } from '../../engine/fen.ts';
import { randomFrom } from '../../engine/testing/random.ts';
import { type EngineSpec, UciClient } from './uci-client.ts';

/**
 * How often our move in a short time is the judge's after a deep search, and what our move loses by the judge's
 * own measure. Positions come from a file, a FEN at the start of each line up to `|`.
 */
const { values } = parseArgs({
  options: {
    positions: { type: 'string', default: 'build/self-play.txt' },
    count: { type: 'string', default: '100' },
    judge: { type: 'string', default: '/usr/games/stockfish' },
    depth: { type: 'string', default: '22' },
    movetime: { type: 'string', default: '1000' },
    /** Nodes instead of time, for a busy machine. */
    nodes: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});

function spec(name: string, command: string, args: string[]): EngineSpec {
  return { name, command, args, options: { Hash: '64' } };
}

/** Middlegames only: with most men still there. */
function sample(count: number): string[] {
  const fens = readFileSync(values.positions, 'utf8')
    .split('\n')
    .map((line) => line.split('|')[0] ?? '')
    .filter((fen) => (fen.split(' ')[0] ?? '').replaceAll(/[^a-z]/gi, '').length >= 20);
  const random = randomFrom(Number(values.seed));
  return Array.from({ length: count }, () => fens[Math.floor(random() * fens.length)] ?? startFen);
}

const ours = await UciClient.start(spec('rookery', process.execPath, ['engine/uci/main.ts']));
const judge = await UciClient.start(spec('judge', values.judge, []));
const limit = values.nodes === undefined ? `go movetime ${values.movetime}` : `go nodes ${values.nodes}`;
let same = 0;
let lost = 0;
let done = 0;
for (const fen of sample(Number(values.count))) {
  const position = `position fen ${fen}`;
  await ours.newGame();
  await judge.newGame();
  const answer = await ours.search(position, limit);
  const verdict = await judge.search(position, `go depth ${values.depth}`);
  done++;
  if (answer.move === verdict.move) same++;
  else {
    const alone = await judge.search(position, `go depth ${values.depth} searchmoves ${answer.move}`);
    lost += Math.min(1000, Math.max(0, verdict.score - alone.score));
  }
  process.stdout.write(
    `${done}: ${answer.move} / ${verdict.move}, agreed ${((100 * same) / done).toFixed(1)} %, mean loss ${(lost / done).toFixed(1)} cp\n`,
  );
}
ours.stop();
judge.stop();
