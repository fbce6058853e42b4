import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { crateUpload, indexPath, publish } from './support/crates.ts';
import { startDurablePlatform } from './support/platform.ts';
import { report, type Row, say } from './support/report.ts';
import { median, round } from './support/statistics.ts';

const { values } = parseArgs({
  options: {
    versions: { type: 'string', default: '100,1000,10000' },
    repeats: { type: 'string', default: '7' },
  },
});
const repeats = Number(values.repeats);
const name = 'bench-versions';

say('starting the platform');
await using platform = await startDurablePlatform();
const { token } = await platform.createUser();
const db = new Client({ connectionString: platform.databaseUrl });
await db.connect();
await publish(platform.url, token, await crateUpload(name, '0.0.0'));

const rows: Row[] = [];
let published = 0;
for (const versions of values.versions.split(',').map(Number)) {
  say(`${versions} versions`);
  await seed(versions);
  // renders the seeded versions now, so that the search step does not disturb later measurements
  await publishNext();
  await untilIdle();
  const reads = await repeat(() => time(readIndex));
  const notModified = await repeat(() => time(readUnchanged));
  const publishes = await repeat(publishNext);
  rows.push({
    versions: await countVersions(),
    'publish one more, ms': median(publishes),
    'read index, ms': median(reads),
    'read not modified, ms': median(notModified),
    'index kB': round((await (await fetch(indexUrl())).arrayBuffer()).byteLength / 1_000),
  });
}
report('One crate with many versions', rows);
await db.end();

/** Fills up to `versions` with copies of the first release; the next publish renders them all. */
async function seed(versions: number): Promise<void> {
  await db.query(
    `with origin as (
      select releases.* from releases join packages on packages.id = releases.package_id
      where packages.name = $1 and releases.version = '0.0.0'),
    copies as (
      insert into releases (id, package_id, version, version_key, state, published_by, upload_id,
        upload_sha256, workflow_id, uploaded_at, published_at)
      select gen_random_uuid(), origin.package_id, '1.0.' || n, '1.0.' || n, 'published', origin.published_by,
        gen_random_uuid(), origin.upload_sha256, 'seeded', origin.uploaded_at, origin.published_at
      from origin, generate_series(1, $2::integer) as n
      on conflict (package_id, version_key) do nothing
      returning id, version),
    files as (
      insert into artifacts (id, release_id, kind, filename, content_type, size_bytes, sha256, sha512, sha1, md5)
      select gen_random_uuid(), copies.id, artifacts.kind, $1 || '-' || copies.version || '.crate',
        artifacts.content_type, artifacts.size_bytes, artifacts.sha256, artifacts.sha512, artifacts.sha1,
        artifacts.md5
      from copies, origin join artifacts on artifacts.release_id = origin.id)
    insert into release_metadata (release_id, ecosystem, publication, files)
    select copies.id, release_metadata.ecosystem, release_metadata.publication, release_metadata.files
    from copies, origin join release_metadata on release_metadata.release_id = origin.id`,
    [name, versions],
  );
  await db.query('analyze releases, artifacts, release_metadata');
}

async function publishNext(): Promise<number> {
  published += 1;
  const body = await crateUpload(name, `2.0.${published}`);
  return time(() => publish(platform.url, token, body));
}

/** Waits until no job is open, so that no background work runs. */
async function untilIdle(): Promise<void> {
  for (;;) {
    const { rowCount } = await db.query('select from jobs where completed_at is null limit 1');
    if (rowCount === 0) return;
    await pause(100);
  }
}

async function countVersions(): Promise<number> {
  const text = await (await fetch(indexUrl())).text();
  return text.split('\n').length - 1;
}

function indexUrl(): string {
  return platform.url + indexPath(name);
}

async function readIndex(): Promise<void> {
  await (await fetch(indexUrl(), { headers: { 'accept-encoding': 'gzip' } })).arrayBuffer();
}

/** Sends the most frequent request of clients. */
async function readUnchanged(): Promise<void> {
  const { headers } = await fetch(indexUrl(), { method: 'HEAD' });
  const answer = await fetch(indexUrl(), { headers: { 'if-none-match': headers.get('etag') ?? '' } });
  if (answer.status !== 304) throw new Error(`expected 304, got ${answer.status}`);
}

async function repeat(measure: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < repeats; turn += 1) times.push(await measure());
  return times;
}

async function time(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
