import { Client } from 'pg';
import { buildGem } from '../ecosystems/rubygems/fixtures/gem.ts';
import {
  compared,
  compareReads,
  type Comparison,
  readSettings,
  reportComparisons,
  startPeer,
} from './support/compare.ts';
import { startFileServer } from './support/file-server.ts';
import { seedGemLines, startGemIndex } from './support/gem-index.ts';
import { startDurablePlatform } from './support/platform.ts';
import { report, type Row, say } from './support/report.ts';
import { median, round } from './support/statistics.ts';
import { expectOk, expectVisible } from './support/visible.ts';

const settings = readSettings({ lines: '100000' });
const { lines } = settings;
const generator = 'gem generate_index';

say(`starting the platform, a file server, and an index of ${lines} gems by ${generator}`);
await using index = await startPeer(() => startGemIndex(lines));
await using files = await startFileServer();
await using platform = await startDurablePlatform();
const { token } = await platform.createUser();
const base = `${platform.url}/rubygems`;
const db = new Client({ connectionString: platform.databaseUrl });
await db.connect();

/** Pushes like `gem push`, and waits until the index that clients read contains the gem. */
async function push(name: string, version: string, gem: Buffer): Promise<void> {
  const headers = { authorization: token, 'content-type': 'application/octet-stream' };
  const body = new Uint8Array(gem);
  await expectOk(await fetch(`${base}/api/v1/gems`, { method: 'POST', headers, body }));
  await expectVisible(`${base}/info/${name}`, `${version} |`);
}

const origin = 'bench-origin';
for (let patch = 0; patch < settings.versions; patch += 1) {
  const version = `1.0.${patch}`;
  await push(origin, version, await buildGem({ name: origin, version }));
}

interface Pushed {
  ms: number;
  walBytes: number;
  /** The growth of `/versions`; NaN where other bytes than its end changed. */
  grownBytes: number;
}

const readVersions = async () => Buffer.from(await (await fetch(`${base}/versions`)).arrayBuffer());

async function walPosition(): Promise<bigint> {
  const { rows } = await db.query<{ at: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as at`,
  );
  return BigInt(rows[0]?.at ?? 0);
}

let pushed = 0;

/** Pushes a new gem. */
async function pushNext(): Promise<Pushed> {
  pushed += 1;
  const [name, version] = [`bench-next-${pushed}`, '1.0.0'];
  const gem = await buildGem({ name, version });
  const [before, from] = [await readVersions(), await walPosition()];
  const begun = performance.now();
  await push(name, version, gem);
  const ms = performance.now() - begun;
  const [after, to] = [await readVersions(), await walPosition()];
  const isAppended = after.subarray(0, before.length).equals(before);
  return {
    ms,
    walBytes: Number(to - from),
    grownBytes: isAppended ? after.length - before.length : Number.NaN,
  };
}

async function addNext(at: number): Promise<{ ms: number; bytes: number }> {
  const name = `bench-next-${at}`;
  const gem = await buildGem({ name, version: '1.0.0' });
  const begun = performance.now();
  const bytes = await index.add(name, '1.0.0', gem);
  return { ms: performance.now() - begun, bytes };
}

const rowOf = (what: string, list: readonly Pushed[]): Row => ({
  what,
  'publish one more, ms': median(list.map(({ ms }) => ms)),
  'kB written': round(median(list.map(({ walBytes }) => walBytes)) / 1_000, 1),
  '/versions grows by, bytes': round(median(list.map(({ grownBytes }) => grownBytes))),
});

const times = Array.from({ length: settings.rounds * 2 }, (_, at) => at);
const few: Pushed[] = [];
for (const _ of times) few.push(await pushNext());
say(`writing ${lines} lines`);
await seedGemLines(db, origin, lines);
// the first read of a replica is complete; later reads fetch only changes
await readVersions();
const many: Pushed[] = [];
const theirs: { ms: number; bytes: number }[] = [];
for (const at of times) {
  say(`one more gem, round ${at + 1}`);
  theirs.push(await addNext(at));
  many.push(await pushNext());
}
report('One more gem', [
  rowOf('rookery, few gems', few),
  rowOf(`rookery, ${lines} gems`, many),
  {
    what: `${generator}, ${lines} gems`,
    'publish one more, ms': median(theirs.map(({ ms }) => ms)),
    'kB written': round(median(theirs.map(({ bytes }) => bytes)) / 1_000, 1),
  },
]);

const published = compared(
  { what: `publish until visible, ${lines} gems`, peer: generator, unit: 'ms' },
  theirs.map(({ ms }) => ms),
  many.map(({ ms }) => ms),
);

/** Compares a read with a read of the same bytes from the file server. */
async function compareRead(what: string, path: string, range?: string): Promise<Comparison> {
  const bytes = await (await fetch(`${base}/${path}`)).arrayBuffer();
  await expectOk(await fetch(`${files.url}/${path}`, { method: 'PUT', body: bytes }));
  const urls = { ours: `${base}/${path}`, theirs: `${files.url}/${path}` };
  return compareReads(
    { what, peer: 'file server', ...urls, ...(range === undefined ? {} : { range }) },
    settings,
  );
}

const { length } = await readVersions();
const reads = [
  await compareRead(`/versions of ${lines} lines`, 'versions'),
  await compareRead('/versions, its last 200 bytes', 'versions', `bytes=${length - 200}-`),
  await compareRead(`/info of ${settings.versions} versions`, `info/${origin}`),
];
await db.end();
reportComparisons('RubyGems', [published, ...reads]);
