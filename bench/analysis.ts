import { parseArgs } from 'node:util';
import { analyse } from '../test/support/analysis.ts';
import { readPgn } from '../chess/pgn-read.ts';
import { laskerCapablanca } from './support/lasker-capablanca.ts';
import { startDurablePlatform } from './support/platform.ts';
import { report, type Row, say } from './support/report.ts';
import { distribution } from './support/statistics.ts';

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
for (const fen of fens.slice(0, 10)) await overhead(fen);

const rows: Row[] = [];
for (const clients of values.clients.split(',').map(Number)) {
  say(`${clients} clients`);
  const times: number[] = [];
  let next = 0;
  const client = async () => {
    while (next < Number(values.requests)) times.push(await overhead(fens[next++ % fens.length] ?? ''));
  };
  await Promise.all(Array.from({ length: clients }, client));
  const { median, p95, p99, max } = distribution(times);
  rows.push({
    clients,
    requests: times.length,
    'median ms': median,
    'p95 ms': p95,
    'p99 ms': p99,
    'max ms': max,
  });
}
report(`Answer of a position less the time of its search (${movetimeMs} ms)`, rows);

/** What the client waits for beside the search. */
async function overhead(fen: string): Promise<number> {
  const started = performance.now();
  const { status, body } = await analyse(platform, { fen, movetime_ms: movetimeMs });
  const elapsed = performance.now() - started;
  if (status !== 200) throw new Error(`${fen}: ${status} ${JSON.stringify(body)}`);
  return elapsed - body.time_ms;
}
