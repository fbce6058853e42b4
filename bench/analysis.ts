import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { analyse } from '../test/support/analysis.ts';
import { readPgn } from '../chess/pgn-read.ts';
import { startBareWorkflow } from './support/bare-workflow/start.ts';
import { laskerCapablanca } from './support/lasker-capablanca.ts';
import { startDurablePlatform } from './support/platform.ts';
import { report, type Row, say } from './support/report.ts';
import { type Distribution, distribution, round } from './support/statistics.ts';

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '1,2' },
    requests: { type: 'string', default: '60' },
    movetime: { type: 'string', default: '50' },
  },
});
const movetimeMs = Number(values.movetime);

const fens = readPgn(laskerCapablanca).moves.map(({ fen }) => fen);

say('starting the platform');
await using platform = await startDurablePlatform();
await using bare = await startBareWorkflow(platform.temporal);
for (const fen of fens.slice(0, 10)) {
  await overhead(fen);
  await bare.run();
}

const rows: Row[] = [];
for (const clients of values.clients.split(',').map(Number)) {
  say(`${clients} clients`);
  const overheads: number[] = [];
  const yardsticks: number[] = [];
  let next = 0;
  const client = async () => {
    while (next < Number(values.requests)) {
      overheads.push(await overhead(fens[next++ % fens.length] ?? ''));
      const started = performance.now();
      await bare.run();
      yardsticks.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const yardstick = distribution(yardsticks);
  const ours = distribution(overheads);
  rows.push({ what: 'bare workflow of three activities', clients, ...facts(yardstick) });
  rows.push({
    what: 'position, without its search',
    clients,
    ...facts(ours),
    'x bare': round(ours.median / yardstick.median, 2),
  });
}
const load = loadavg()
  .map((value) => round(value))
  .join(' ');
report(`Positions searched for ${movetimeMs} ms (load ${load})`, rows);

function facts({ count, median, p95, p99 }: Distribution): Row {
  return { requests: count, 'median ms': median, 'p95 ms': p95, 'p99 ms': p99 };
}

/** Measures the client's waiting time beyond the search time. */
async function overhead(fen: string): Promise<number> {
  const started = performance.now();
  const { status, body } = await analyse(platform, { fen, movetime_ms: movetimeMs });
  const elapsed = performance.now() - started;
  if (status !== 200) throw new Error(`${fen}: ${status} ${JSON.stringify(body)}`);
  return elapsed - body.time_ms;
}
