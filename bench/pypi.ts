import { parseArgs } from 'node:util';
import { type LoadResult, runClients } from './support/clients.ts';
import { startDurablePlatform } from './support/platform.ts';
import { type PythonIndex, startDevpi, startPypiserver } from './support/python-peers.ts';
import { benchWheel, installSeconds, upload, uploadUntilVisible } from './support/python-projects.ts';
import { report, type Row, say } from './support/report.ts';
import { median, round } from './support/statistics.ts';

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '20' },
    reads: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '3' },
    operations: { type: 'string', default: '60' },
    packages: { type: 'string', default: '200' },
    bytes: { type: 'string', default: '20000' },
    only: { type: 'string', default: 'installs,reads,uploads' },
  },
});
const [rounds, operations, packages] = [values.rounds, values.operations, values.packages].map(Number) as [
  number,
  number,
  number,
];
const bytes = Number(values.bytes);
const load = { clients: Number(values.connections), operations: Number(values.reads) };

say('starting the platform, devpi and pypiserver');
await using platform = await startDurablePlatform();
await using devpi = await startDevpi();
await using pypiserver = await startPypiserver();
const { token } = await platform.createUser();
const ours: PythonIndex = {
  what: 'rookery',
  uploadUrl: `${platform.url}/pypi/legacy/`,
  indexUrl: `${platform.url}/pypi/simple/`,
  credential: `Basic ${Buffer.from(`__token__:${token}`).toString('base64')}`,
};
const all = [devpi, pypiserver, ours];

const parts: Record<string, () => Promise<void>> = {
  installs: compareInstalls,
  reads: compareReads,
  uploads: compareUploads,
};
for (const part of values.only.split(',')) await parts[part]?.();

/** Installs a project with dependencies in groups of ten, each of which depends on the next. */
async function compareInstalls(): Promise<void> {
  say(`uploading ${packages} packages to each`);
  const names = Array.from({ length: packages }, (_, index) => `bench-part-${index}`);
  for (const [index, name] of names.entries()) {
    const needs = index % 10 === 0 ? names.slice(index + 1, index + 10) : [];
    const wheel = benchWheel(name, '1.0.0', { bytes, needs });
    for (const each of all) await upload(each, wheel);
  }
  const needs = names.filter((_, index) => index % 10 === 0);
  const whole = benchWheel('bench-whole', '1.0.0', { needs });
  for (const each of all) await upload(each, whole);
  const results = await inTurns((index) => installSeconds(index, whole.name));
  const rows = compared(results, (seconds) => seconds).map(({ index, middle, ratios }) => ({
    what: index.what,
    packages,
    'seconds, median': round(middle, 2),
    ...ratios,
  }));
  report('uv pip install of a project without a cache', rows);
}

async function compareReads(): Promise<void> {
  const name = 'bench-reads';
  const first = benchWheel(name, '1.0.0', { bytes });
  const wheels = [
    first,
    ...Array.from({ length: 29 }, (_, patch) => benchWheel(name, `1.0.${patch + 1}`, { bytes })),
  ];
  for (const wheel of wheels) for (const each of all) await upload(each, wheel);
  const rows: Row[] = [];
  const addresses: Record<string, (index: PythonIndex) => Promise<string> | string> = {
    'page of 30 files': ({ indexUrl }) => `${indexUrl}${name}/`,
    'list of projects': ({ indexUrl }) => indexUrl,
    wheel: (index) => fileUrl(index, name, first.filename),
  };
  for (const [what, addressOf] of Object.entries(addresses)) {
    const results = await inTurns(async (index) => {
      const address = await addressOf(index);
      return runClients(load, () => read(address));
    });
    rows.push(...speeds(what, results));
  }
  report(`Python index reads with ${load.clients} connections`, rows);
}

/** Repeats a request: some peers close connections between two requests. */
async function read(address: string, attempts = 3): Promise<void> {
  try {
    const answer = await fetch(address, { headers: { accept: 'text/html' } });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${address}: ${answer.status}`);
  } catch (error) {
    if (attempts === 1 || !(error instanceof TypeError)) throw error;
    await read(address, attempts - 1);
  }
}

async function compareUploads(): Promise<void> {
  const rows: Row[] = [];
  for (const clients of [1, 8]) {
    let series = 0;
    const results = await inTurns((index) => {
      series += 1;
      const wheels = Array.from({ length: operations }, (_, each) =>
        benchWheel(`bench-up-${clients}-${series}-${each}`, '1.0.0', { bytes }),
      );
      return runClients({ clients, operations }, async (each) => {
        const wheel = wheels[each];
        if (wheel) await uploadUntilVisible(index, wheel);
      });
    });
    rows.push(...speeds(`upload until visible, ${clients} clients`, results));
  }
  report('Python uploads until visible', rows);
}

async function fileUrl({ indexUrl }: PythonIndex, name: string, filename: string): Promise<string> {
  const page = `${indexUrl}${name}/`;
  const html = await (await fetch(page, { headers: { accept: 'text/html' } })).text();
  const found = [...html.matchAll(/href="([^"#]+)/g)].find(([, href]) => href?.includes(filename));
  return new URL(found?.[1] ?? '', page).href;
}

type Results<Result> = Map<PythonIndex, Result[]>;

/** Alternates between all indexes, so that noise of the machine affects all. */
async function inTurns<Result>(measure: (index: PythonIndex) => Promise<Result>): Promise<Results<Result>> {
  const results: Results<Result> = new Map(all.map((index) => [index, []]));
  for (let round = 1; round <= rounds; round += 1) {
    say(`round ${round}`);
    for (const index of all) results.get(index)?.push(await measure(index));
  }
  return results;
}

/** Our index compared with each peer: the median of the ratios of the rounds. */
function compared<Result>(results: Results<Result>, figure: (result: Result) => number) {
  return all.map((index) => {
    const list = results.get(index) ?? [];
    const peers = index === ours ? [devpi, pypiserver] : [];
    const ratios = Object.fromEntries(
      peers.map((peer) => {
        const theirs = results.get(peer) ?? [];
        const each = list.map((result, at) => figure(result) / figure(theirs[at] ?? result));
        return [`x ${peer.what}`, round(median(each), 2)];
      }),
    );
    return { index, list, middle: median(list.map(figure)), ratios };
  });
}

function speeds(what: string, results: Results<LoadResult>): Row[] {
  return compared(results, ({ perSecond }) => perSecond).map(({ index, list, middle, ratios }) => ({
    what: `${what}: ${index.what}`,
    'per second': middle,
    'median ms': median(list.map((it) => it.median)),
    'p99 ms': median(list.map((it) => it.p99)),
    ...ratios,
  }));
}
