import { parseArgs } from 'node:util';
import { type Comparison, compared, reportComparisons, startPeer } from './support/compare.ts';
import { runClients } from './support/clients.ts';
import { startDistribution } from './support/distribution.ts';
import { type HttpResult, loadHttp } from './support/http-load.ts';
import { pullBlob, pushBlob, pushImage, pushManifest, randomBlob, type Target } from './support/images.ts';
import { startDurablePlatform } from './support/platform.ts';
import { report, type Row, say } from './support/report.ts';
import { median, round } from './support/statistics.ts';

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    tags: { type: 'string', default: '10000' },
    images: { type: 'string', default: '100' },
    repositories: { type: 'string', default: '1000' },
  },
});
const load = {
  connections: Number(values.connections),
  seconds: Number(values.seconds),
  // without this header the peer reports a missing manifest
  accept: 'application/vnd.oci.image.manifest.v1+json',
};
const rounds = Number(values.rounds);
const megabyte = 1024 * 1024;

say('starting the platform and distribution');
await using peer = await startPeer(startDistribution);
await using platform = await startDurablePlatform();
const { username, token } = await platform.createUser();
const name = `${username}/bench`;
const ours: Target = {
  what: 'rookery',
  url: platform.url,
  name,
  headers: { authorization: `Bearer ${token}` },
};
const theirs: Target = { what: 'distribution', url: peer.url, name, headers: {} };
const both = [theirs, ours];
const rows: Row[] = [];
const comparisons: Comparison[] = [];

for (const size of [1, 100]) await compareBlobs(size, size === 1 ? 10 : 1);
await compareImages();
const digests = new Map<Target, string>();
for (const target of both) {
  const image = await pushImage(target, 'latest');
  digests.set(target, image.digest);
  await pushManifest(target, 'other', image);
}
await compareReads('manifest by tag', () => `/v2/${name}/manifests/latest`);
await compareReads('manifest by digest', (target) => `/v2/${name}/manifests/${digests.get(target)}`);
await compareReads('list of few tags', () => `/v2/${name}/tags/list?n=100`);
say(`filling the catalog with ${values.repositories} repositories`);
for (const target of both) await fillCatalog(target, Number(values.repositories));
await compareCatalog();

say(`setting ${values.tags} tags`);
for (const target of both) await setTags(target, Number(values.tags));
await compareReads(`list of ${values.tags} tags`, () => `/v2/${name}/tags/list`);
await compareReads('a page of 100 of them', () => `/v2/${name}/tags/list?n=100&last=t5`);
report(`OCI beside distribution, ${load.connections} connections`, rows);
reportComparisons('OCI', comparisons);

function keep(what: string, unit: Comparison['unit'], [theirs, ours]: readonly [number[], number[]]): void {
  comparisons.push(compared({ what, unit, peer: 'distribution 3.1' }, theirs, ours));
}

/** Milliseconds of a push and of a pull, alternately. */
async function compareBlobs(megabytes: number, repeats: number): Promise<void> {
  const times = new Map(both.map((target) => [target, { push: [] as number[], pull: [] as number[] }]));
  for (let at = 0; at < rounds * repeats; at += 1) {
    const blob = randomBlob(megabytes * megabyte);
    for (const target of both) {
      const { push, pull } = times.get(target) ?? { push: [], pull: [] };
      push.push(await timed(() => pushBlob(target, blob)));
      pull.push(await timed(() => pullBlob(target, blob.digest)));
    }
  }
  for (const verb of ['push', 'pull'] as const) {
    const [theirTimes = [], ourTimes = []] = both.map((target) => times.get(target)?.[verb] ?? []);
    const [peerMs, ourMs] = [median(theirTimes), median(ourTimes)];
    keep(`${verb} of ${megabytes} MB`, 'ms', [theirTimes, ourTimes]);
    rows.push({
      what: `${verb} of ${megabytes} MB`,
      'distribution ms': peerMs,
      'rookery ms': ourMs,
      ratio: round(ourMs / peerMs, 2),
    });
  }
}

/** Complete pushes of two small blobs and a manifest, with 8 clients. */
async function compareImages(): Promise<void> {
  const perSecond: number[] = [];
  for (const target of both) {
    say(`pushing images to ${target.what}`);
    const result = await runClients({ clients: 8, operations: Number(values.images) }, async (index) => {
      await pushImage(target, `i${index}`);
    });
    perSecond.push(result.perSecond);
  }
  const [peerRate = 1, ourRate = 1] = perSecond;
  keep('images, 8 clients', 'per second', [[peerRate], [ourRate]]);
  rows.push({
    what: 'images per second, 8 clients',
    'distribution /s': peerRate,
    'rookery /s': ourRate,
    ratio: round(ourRate / peerRate, 2),
  });
}

async function compareReads(what: string, path: (target: Target) => string): Promise<void> {
  const results = new Map<Target, HttpResult[]>(both.map((target) => [target, []]));
  for (let at = 0; at < rounds; at += 1) {
    for (const target of both) {
      say(`${what}: ${target.what}`);
      results.get(target)?.push(await loadHttp(target.url + path(target), load));
    }
  }
  const [theirRates = [], ourRates = []] = both.map((target) =>
    (results.get(target) ?? []).map((it) => it.perSecond),
  );
  const [peerRate, ourRate] = [median(theirRates), median(ourRates)];
  keep(what, 'per second', [theirRates, ourRates]);
  rows.push({
    what,
    'distribution /s': peerRate,
    'rookery /s': ourRate,
    ratio: round(ourRate / peerRate, 2),
  });
}

/** Sends the requests of a mirroring tool: all pages, one after the other. */
async function compareCatalog(): Promise<void> {
  const times = new Map<Target, number[]>(both.map((target) => [target, []]));
  for (let at = 0; at < 20; at += 1) {
    for (const target of both) times.get(target)?.push(await timed(() => readCatalog(target)));
  }
  const [theirTimes = [], ourTimes = []] = both.map((target) => times.get(target) ?? []);
  const [peerMs, ourMs] = [median(theirTimes), median(ourTimes)];
  keep(`whole catalog of ${values.repositories} repositories`, 'ms', [theirTimes, ourTimes]);
  rows.push({
    what: `whole catalog of ${values.repositories}, pages of 100`,
    'distribution ms': peerMs,
    'rookery ms': ourMs,
    ratio: round(ourMs / peerMs, 2),
  });
}

async function readCatalog({ url, headers }: Target): Promise<void> {
  let count = 0;
  for (let next: string | null = `${url}/v2/_catalog?n=100`; next !== null;) {
    const answer: Response = await fetch(next, { headers });
    const { repositories } = (await answer.json()) as { repositories: string[] };
    count += repositories.length;
    const link = /<([^<>]+)>/.exec(answer.headers.get('link') ?? '')?.[1];
    next = link === undefined ? null : new URL(link, url).href;
  }
  if (count < Number(values.repositories)) throw new Error(`the catalog of ${url} has only ${count} names`);
}

/** Pushes the same small image under many names. */
async function fillCatalog(target: Target, count: number): Promise<void> {
  await inTurns(count, (at) => pushImage({ ...target, name: `${username}/r${at}` }, 'latest').then(() => {}));
}

/** Pushes the same manifest under every tag: the bench compares the lists of tags. */
async function setTags(target: Target, count: number): Promise<void> {
  const image = await pushImage(target, 't0');
  await inTurns(count - 1, (at) => pushManifest(target, `t${at + 1}`, image));
}

/** Shares the work among 8 clients. */
async function inTurns(count: number, work: (at: number) => Promise<void>): Promise<void> {
  let next = 0;
  const client = async () => {
    for (let at = next++; at < count; at = next++) await work(at);
  };
  await Promise.all(Array.from({ length: 8 }, client));
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
