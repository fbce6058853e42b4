import { parseArgs } from 'node:util';
import { UciClient, type EngineSpec } from './uci-client.ts';

/** Nodes per second and time to a depth over five middlegames, each engine from an empty table, in turns. */
const positions = [
  'r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B1P1/PP2PPBP/R2Q1RK1 w - - 4 12',
  'r1bq1rk1/2p1bppp/p1np1n2/1p2p3/4P3/1BP2N1P/PP1P1PP1/RNBQR1K1 b - - 0 9',
  'rnbq1rk1/pp3pbp/3p1np1/2pP4/4PP2/2N2N2/PP4PP/R1BQKB1R b KQ - 0 9',
  'r1b2rk1/pp1nqppp/2pbpn2/3p4/2PP4/1PN1PN2/PBQ1BPPP/R4RK1 w - - 0 11',
  'r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10',
];

const { values } = parseArgs({
  options: {
    depth: { type: 'string', default: '20' },
    other: { type: 'string', default: '/usr/games/stockfish' },
    hash: { type: 'string', default: '64' },
    threads: { type: 'string', default: '1' },
  },
});

function spec(name: string, command: string, args: string[]): EngineSpec {
  return { name, command, args, options: { Hash: values.hash, Threads: values.threads } };
}

const engines = [
  await UciClient.start(spec('rookery', process.execPath, ['engine/uci/main.ts'])),
  await UciClient.start(spec('other', values.other, [])),
];
let speed = 0;
let time = 0;
for (const fen of positions) {
  const answers = [];
  for (const engine of engines) {
    await engine.newGame();
    answers.push(await engine.search(`position fen ${fen}`, `go depth ${values.depth}`));
  }
  const [ours, theirs] = answers;
  if (!ours || !theirs) break;
  const nps = (answer: typeof ours) => answer.nodes / Math.max(answer.timeMs, 1);
  speed += Math.log(nps(ours) / nps(theirs)) / positions.length;
  time += Math.log(ours.timeMs / theirs.timeMs) / positions.length;
  process.stdout.write(
    `ours ${ours.move} ${ours.score} ${ours.nodes} nodes ${ours.timeMs} ms | other ${theirs.move} ${theirs.score} ${theirs.nodes} nodes ${theirs.timeMs} ms\n`,
  );
}
process.stdout.write(
  `nodes per second x${Math.exp(speed).toFixed(2)}, time to depth ${values.depth} x${Math.exp(time).toFixed(2)}\n`,
);
for (const engine of engines) engine.stop();
