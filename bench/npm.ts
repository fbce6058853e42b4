import { parseArgs } from 'node:util';
import { type LoadResult, runClients } from './support/clients.ts';
import { type HttpResult, loadHttp } from './support/http-load.ts';
import { publishMonorepo } from './support/npm-monorepo.ts';
import { npmUpload, publishNpm, publishUntilVisible, type Registry } from './support/npm-registry.ts';
import { seedOurs, seedTheirs } from './support/npm-versions.ts';
import { startDurablePlatform } from './support/platform.ts';
import { report, type Row, say } from './support/report.ts';
import { median, round } from './support/statistics.ts';
import {
  type Comparison,
  compared as comparedWith,
  reportComparisons,
  startPeer,
} from './support/compare.ts';
import { startVerdaccio } from './support/verdaccio.ts';

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    operations: { type: 'string', default: '60' },
    packages: { type: 'string', default: '400' },
    versions: { type: 'string', default: '100,2000,10000' },
    bytes: { type: 'string', default: '20000' },
    only: { type: 'string', default: 'reads,publishes,monorepo,versions' },
  },
});
const rounds = Number(values.rounds);
const operations = Number(values.operations);
const bytes = Number(values.bytes);
const load = { connections: Number(values.connections), seconds: Number(values.seconds) };
const accept = 'application/vnd.npm.install-v1+json';

say('starting the platform and Verdaccio');
await using verdaccio = await startPeer(startVerdaccio);
await using platform = await startDurablePlatform();
const { token } = await platform.createUser();
const ours: Registry = { what: 'rookery', url: `${platform.url}/npm`, token };
const theirs: Registry = { what: 'verdaccio', url: verdaccio.url, token: verdaccio.token };

const peer = 'Verdaccio 6.8';
const comparisons: Comparison[] = [];

const parts: Record<string, () => Promise<void>> = {
  reads: compareReads,
  publishes: comparePublishes,
  monorepo: compareMonorepo,
  versions: compareVersions,
};
for (const part of values.only.split(',')) await parts[part]?.();
reportComparisons('npm', comparisons);

async function compareReads(): Promise<void> {
  const name = 'bench-reads';
  for (let patch = 0; patch < 30; patch += 1) {
    const body = await npmUpload(name, `1.0.${patch}`, bytes);
    for (const registry of [theirs, ours]) await publishNpm(registry, name, body);
  }
  const rows: Row[] = [];
  const paths = { 'document, 30 versions': `/${name}`, tarball: `/${name}/-/${name}-1.0.0.tgz` };
  for (const [what, path] of Object.entries(paths)) {
    const results = await inTurns((registry) => loadHttp(registry.url + path, { ...load, accept }));
    rows.push(...compared(what, results, (result: HttpResult) => result.perSecond));
    compareRates(what, results);
  }
  report(`npm reads with ${load.connections} connections, beside Verdaccio`, rows);
}

async function comparePublishes(): Promise<void> {
  let series = 0;
  const measure = (clients: number) => async (registry: Registry) => {
    series += 1;
    const uploads = await Promise.all(
      Array.from({ length: operations }, async (_, index) => {
        const name = `bench-${series}-${index}`;
        return { name, version: '1.0.0', body: await npmUpload(name, '1.0.0', bytes) };
      }),
    );
    return runClients({ clients, operations }, async (index) => {
      const upload = uploads[index];
      if (upload) await publishUntilVisible(registry, upload);
    });
  };
  const rows: Row[] = [];
  for (const clients of [1, 8]) {
    const results = await inTurns(measure(clients));
    rows.push(...compared(`publish, ${clients} clients`, results, (result: LoadResult) => result.perSecond));
    const what = `publish until visible, ${clients === 1 ? '1 client' : `${clients} clients`}`;
    if (clients > 1) compareRates(what, results);
    else
      compareTimes(
        what,
        timesOf(results, ({ median: time }) => time),
      );
  }
  report('npm publish until visible, beside Verdaccio', rows);
}

async function compareMonorepo(): Promise<void> {
  const packages = Number(values.packages);
  const rows: Row[] = [];
  const seconds: Record<string, number> = {};
  for (const registry of [theirs, ours]) {
    say(`${packages} packages with the real client: ${registry.what}`);
    const taken = round(await publishMonorepo(registry, 'bench-mono', packages));
    seconds[registry.what] = taken;
    rows.push({ what: registry.what, packages, seconds: taken });
  }
  const inMs = ({ what }: Registry) => [1_000 * (seconds[what] ?? 0)];
  compareTimes(`monorepo of ${packages} packages with npm publish`, {
    ours: inMs(ours),
    theirs: inMs(theirs),
  });
  report('A monorepo with npm publish --workspaces', rows);
}

async function compareVersions(): Promise<void> {
  const rows: Row[] = [];
  for (const versions of values.versions.split(',').map(Number)) {
    const name = `bench-versions-${versions}`;
    for (const registry of [theirs, ours]) await publishNpm(registry, name, await npmUpload(name, '0.0.0'));
    await seedTheirs(verdaccio, name, versions);
    await seedOurs(platform.databaseUrl, name, versions);
    // the next publish renders the seeded versions
    for (const registry of [theirs, ours]) await publishNpm(registry, name, await npmUpload(name, '2.0.0'));
    say(`${versions} versions`);
    let round = 0;
    const results = await inTurns(async (registry) => {
      round += 1;
      const body = await npmUpload(name, `2.0.${round}`);
      return {
        publish: await time(() => publishNpm(registry, name, body)),
        read: await time(() => readDocument(registry, name)),
      };
    });
    const published = {
      theirs: results.theirs.map(({ publish }) => publish),
      ours: results.ours.map(({ publish }) => publish),
    };
    compareTimes(`publish one more of ${versions} versions`, published);
    compareTimes(
      `read the document of ${versions} versions`,
      timesOf(results, ({ read }) => read),
    );
    const row = (what: string, times: number[], list: { read: number }[]): Row => ({
      what,
      versions,
      'publish one more, ms': median(times),
      'read document, ms': median(list.map(({ read }) => read)),
    });
    rows.push(row(theirs.what, published.theirs, results.theirs), {
      ...row(ours.what, published.ours, results.ours),
      'x verdaccio': ratio(published),
    });
  }
  report('One npm package with many versions', rows);
}

function ratio({ ours: mine, theirs: peers }: Compared<number>): number {
  return round(median(mine) / median(peers), 2);
}

async function readDocument({ url }: Registry, name: string): Promise<void> {
  const response = await fetch(`${url}/${name}`, { headers: { accept, 'accept-encoding': 'gzip' } });
  await response.arrayBuffer();
}

async function time(action: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await action();
  return performance.now() - begun;
}

interface Compared<Result> {
  ours: Result[];
  theirs: Result[];
}

/** Alternates between both, so that noise of the machine affects both. */
async function inTurns<Result>(measure: (registry: Registry) => Promise<Result>): Promise<Compared<Result>> {
  const results: Compared<Result> = { ours: [], theirs: [] };
  for (let round = 1; round <= rounds; round += 1) {
    say(`round ${round}`);
    results.theirs.push(await measure(theirs));
    results.ours.push(await measure(ours));
  }
  return results;
}

function timesOf<Result>(results: Compared<Result>, time: (result: Result) => number): Compared<number> {
  return { ours: results.ours.map(time), theirs: results.theirs.map(time) };
}

function compareTimes(what: string, times: Compared<number>): void {
  comparisons.push(comparedWith({ what, peer, unit: 'ms' }, times.theirs, times.ours));
}

function compareRates(what: string, results: Compared<{ perSecond: number }>): void {
  const rates = timesOf(results, ({ perSecond }) => perSecond);
  comparisons.push(comparedWith({ what, peer, unit: 'per second' }, rates.theirs, rates.ours));
}

function compared<Result extends { perSecond: number; median: number; p99: number }>(
  what: string,
  results: Compared<Result>,
  speed: (result: Result) => number,
): Row[] {
  const row = (who: string, list: Result[]): Row => ({
    what: `${what}: ${who}`,
    'per second': median(list.map(speed)),
    'median ms': median(list.map((it) => it.median)),
    'p99 ms': median(list.map((it) => it.p99)),
  });
  const ratios = results.ours.map((it, index) => speed(it) / speed(results.theirs[index] ?? it));
  return [
    row(theirs.what, results.theirs),
    { ...row(ours.what, results.ours), 'x verdaccio': round(median(ratios), 2) },
  ];
}
