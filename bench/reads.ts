import { parseArgs } from 'node:util';
import { startConstantServer } from './support/constant-server.ts';
import { crateUpload, indexPath, publish } from './support/crates.ts';
import { type HttpResult, loadHttp } from './support/http-load.ts';
import { startDurablePlatform } from './support/platform.ts';
import { report, type Row, say } from './support/report.ts';
import { median, round } from './support/statistics.ts';

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    versions: { type: 'string', default: '30' },
    bytes: { type: 'string', default: '20000' },
  },
});
const load = { connections: Number(values.connections), seconds: Number(values.seconds) };

say('starting the platform, publishing');
await using platform = await startDurablePlatform();
const { token } = await platform.createUser();
const name = 'bench-reads';
for (let patch = 0; patch < Number(values.versions); patch += 1) {
  await publish(platform.url, token, await crateUpload(name, `1.0.${patch}`, Number(values.bytes)));
}

const rows: Row[] = [];
await compare('index document', platform.url + indexPath(name));
await compare('download', `${platform.url}/cargo/api/v1/crates/${name}/1.0.0/download`);
report(`Reads with ${load.connections} connections, beside Fastify sending a constant buffer`, rows);

async function compare(what: string, url: string): Promise<void> {
  const bytes = (await (await fetch(url)).arrayBuffer()).byteLength;
  await using constant = await startConstantServer(url);
  const ours: HttpResult[] = [];
  const theirs: HttpResult[] = [];
  for (const address of [url, constant.url]) await loadHttp(address, { ...load, seconds: 2 });
  // alternately, so that noise of the machine affects both
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    say(`${what}, round ${round}`);
    theirs.push(await loadHttp(constant.url, load));
    ours.push(await loadHttp(url, load));
  }
  const ratio =
    median(ours.map((it, index) => (1_000 * it.perSecond) / (theirs[index]?.perSecond ?? 1))) / 1_000;
  rows.push(summary(`constant buffer (${what})`, bytes, theirs));
  rows.push({ ...summary(what, bytes, ours), 'x constant': round(ratio, 2) });
}

function summary(what: string, bytes: number, results: HttpResult[]): Row {
  const of = (pick: (result: HttpResult) => number) => median(results.map(pick));
  return {
    what,
    bytes,
    'per second': of((it) => it.perSecond),
    'median ms': of((it) => it.median),
    'p99 ms': of((it) => it.p99),
  };
}
