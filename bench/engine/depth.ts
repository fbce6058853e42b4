import { parseArgs } from 'node:util';
import { middlegames } from './middlegames.ts';
import { UciClient, type EngineSpec } from './uci-client.ts';

/** Nodes per second and time to a depth over five middlegames. Engines alternate, each with an empty table. */
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
for (const fen of middlegames) {
  const answers = [];
  for (const engine of engines) {
    await engine.newGame();
    answers.push(await engine.search(`position fen ${fen}`, `go depth ${values.depth}`));
  }
  const [ours, theirs] = answers;
  if (!ours || !theirs) break;
  const nps = (answer: typeof ours) => answer.nodes / Math.max(answer.timeMs, 1);
  speed += Math.log(nps(ours) / nps(theirs)) / middlegames.length;
  time += Math.log(ours.timeMs / theirs.timeMs) / middlegames.length;
  process.stdout.write(
    `ours ${ours.move} ${ours.score} ${ours.nodes} nodes ${ours.timeMs} ms | other ${theirs.move} ${theirs.score} ${theirs.nodes} nodes ${theirs.timeMs} ms\n`,
  );
}
process.stdout.write(
  `nodes per second x${Math.exp(speed).toFixed(2)}, time to depth ${values.depth} x${Math.exp(time).toFixed(2)}\n`,
);
for (const engine of engines) engine.stop();
