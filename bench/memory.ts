import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { crateUpload, indexPath, publish } from './support/crates.ts';
import { loadHttp } from './support/http-load.ts';
import { startDurablePlatform } from './support/platform.ts';
import { report, type Row, say } from './support/report.ts';
import { round } from './support/statistics.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    samples: { type: 'string', default: '6' },
    /** Milliseconds between an answer and the next request, so that a run of an hour leaves the machine idle time. */
    pause: { type: 'string', default: '0' },
  },
});
const pauseMs = Number(values.pause);
const samples = Number(values.samples);
const seconds = (Number(values.minutes) * 60) / samples;

say('starting the platform');
await using platform = await startDurablePlatform();
const { token } = await platform.createUser();
await publish(platform.url, token, await crateUpload('bench-memory', '1.0.0'));
const index = platform.url + indexPath('bench-memory');
const download = `${platform.url}/cargo/api/v1/crates/bench-memory/1.0.0/download`;

let published = 0;
const rows: Row[] = [await sample('at rest', 0)];
for (let turn = 1; turn <= samples; turn += 1) {
  say(`sample ${turn} of ${samples}`);
  const [reads, downloads, publishes] = await Promise.all([
    loadHttp(index, { connections: 5, seconds, pauseMs }),
    loadHttp(download, { connections: 5, seconds, pauseMs }),
    publishFor(seconds),
  ]);
  const perSecond = reads.perSecond + downloads.perSecond;
  const row = await sample(`${round(turn * seconds)} s`, perSecond, publishes / seconds);
  rows.push(row);
  say(JSON.stringify(row));
}
report('Resident memory in MB under steady reads and publishes', rows);

async function publishFor(time: number): Promise<number> {
  const until = performance.now() + time * 1_000;
  let count = 0;
  while (performance.now() < until) {
    published += 1;
    await publish(platform.url, token, await crateUpload(`bench-memory-${published}`, '1.0.0'));
    count += 1;
    await setTimeout(pauseMs);
  }
  return count;
}

async function sample(after: string, readsPerSecond: number, publishesPerSecond = 0): Promise<Row> {
  const { api, worker, scanner } = platform.roles;
  return {
    after,
    api: await residentMegabytes(api.pid),
    worker: await residentMegabytes(worker.pid),
    scanner: await residentMegabytes(scanner.pid),
    'reads per second': readsPerSecond,
    'publishes per second': round(publishesPerSecond),
  };
}

/** Reads /proc, so this bench needs Linux. */
async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024, 0);
}
