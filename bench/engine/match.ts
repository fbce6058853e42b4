import { parseArgs } from 'node:util';
import { decided, estimate, logLikelihoodRatio, type Tally } from './elo.ts';
import { playGame, type TimeControl } from './game.ts';
import { openings } from './openings.ts';
import { Referee } from './referee.ts';
import { readSpec } from './engine-spec.ts';
import { UciClient } from './uci-client.ts';

const help = `A match of two UCI engines; every opening is played with both colours.
  --a "command"  --b "command"       engines; "rookery" is this one
  --options-a Hash=64,Threads=1      likewise --options-b
  --games 20  --seed 1
  --tc 3+0.03  or  --nodes 20000     seconds and increment, or nodes per move
  --nodes-b 7000                     for the second engine, when speeds differ
  --grace 50                         milliseconds past the clock that lose no game; more for a busy machine
  --sprt 0,5                         stop when either hypothesis is accepted`;

const { values } = parseArgs({
  options: {
    a: { type: 'string', default: 'rookery' },
    b: { type: 'string', default: 'stockfish' },
    'options-a': { type: 'string', default: '' },
    'options-b': { type: 'string', default: '' },
    games: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    tc: { type: 'string', default: '3+0.03' },
    nodes: { type: 'string' },
    'nodes-b': { type: 'string' },
    grace: { type: 'string', default: '50' },
    sprt: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function readControl(): TimeControl {
  const [base = '3', increment = '0'] = values.tc.split('+');
  const control = {
    baseMs: Number(base) * 1000,
    incrementMs: Number(increment) * 1000,
    graceMs: Number(values.grace),
  };
  const nodes = { a: Number(values.nodes), b: Number(values['nodes-b'] ?? values.nodes) };
  return values.nodes === undefined ? control : { ...control, nodes };
}

async function playMatch(): Promise<void> {
  const referee = await Referee.open();
  const first = await UciClient.start(readSpec(values.a, values['options-a']));
  const second = await UciClient.start(readSpec(values.b, values['options-b']));
  const control = readControl();
  const tally: Tally = { wins: 0, draws: 0, losses: 0 };
  const bounds = values.sprt?.split(',').map(Number);
  let played = 0;
  try {
    for await (const opening of openings(referee, Number(values.seed))) {
      for (const isSwapped of [false, true]) {
        const pair: [UciClient, UciClient] = isSwapped ? [second, first] : [first, second];
        const result = await playGame(referee, pair, opening, { ...control, isSwapped });
        const points = isSwapped ? 1 - result.white : result.white;
        if (points === 1) tally.wins++;
        else if (points === 0) tally.losses++;
        else tally.draws++;
        played++;
        report(played, tally, `${points} ${result.reason}, ${result.moves.length} plies`, bounds);
      }
      if (played >= Number(values.games) || isDecided(tally, bounds)) break;
    }
  } finally {
    first.stop();
    second.stop();
  }
}

function isDecided(tally: Tally, bounds: number[] | undefined): boolean {
  const [elo0, elo1] = bounds ?? [];
  if (elo0 === undefined || elo1 === undefined) return false;
  return Math.abs(logLikelihoodRatio(tally, elo0, elo1)) >= decided;
}

function report(played: number, tally: Tally, what: string, bounds: number[] | undefined): void {
  const { share, elo, low, high } = estimate(tally);
  const [elo0, elo1] = bounds ?? [];
  const ratio =
    elo0 === undefined || elo1 === undefined
      ? ''
      : ` llr ${logLikelihoodRatio(tally, elo0, elo1).toFixed(2)} of ±${decided.toFixed(2)}`;
  print(
    `${played}: ${what} | +${tally.wins} =${tally.draws} -${tally.losses} ${(100 * share).toFixed(1)} % elo ${elo.toFixed(0)} [${low.toFixed(0)}, ${high.toFixed(0)}]${ratio}`,
  );
}

if (values.help) print(help);
else await playMatch();
