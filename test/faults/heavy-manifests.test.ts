import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { artifactOf, type Content, emptyBlob, pushBlob, putManifest } from '../conformance/oci/content.ts';
import { type Answer, createRegistry, digestOf, type Registry } from '../conformance/oci/registry.ts';
import { publishCrate } from '../support/cargo.ts';
import { makeCrate } from '../support/crates.ts';
import { query } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { type PackagePlatform, startPackagePlatform } from '../support/platform.ts';

/** Forty manifests of the protocol's maximum size: 156 MB of text together, and several times that in a heap. */
const count = 40;
const annotationBytes = 3_900_000;
/** The most bytes that clients read of a list of referrers. */
const mostBytes = 4_194_304;
const patience = { withinMs: 150_000 };
/** Megabytes above the memory of a process that has handled some of these manifests. */
const budget = { worker: 250, api: 250 };

let platform: PackagePlatform;
let registry: Registry;
let name: string;
const subject = digestOf(randomBytes(8));
const pushed: Content[] = [];
beforeAll(async () => {
  platform = await startPackagePlatform({ PUBLISH_DEADLINE_MS: '60000' });
  registry = createRegistry(platform.url, '/v2', await platform.createUser());
  name = registry.newName();
  await pushBlob(registry, name, emptyBlob);
});
afterAll(() => platform?.stop());

/** The largest resident set of a process so far, in megabytes. */
async function peakOf(role: keyof typeof budget): Promise<number> {
  const status = await readFile(`/proc/${platform.roles[role].pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1_024;
}

function heavy(index: number): Content {
  // random, so that the database cannot compress it
  const note = randomBytes(annotationBytes / 2).toString('hex');
  const manifest = { mediaType: 'application/vnd.test', digest: subject, size: 2 };
  return artifactOf(`application/vnd.test.${index % 2}`, { annotations: { note }, subject: manifest });
}

function referrers(search = ''): Promise<Answer> {
  return registry.ask('GET', `${name}/referrers/${subject}${search}`, { authorization: null });
}

/** Pushes with the concurrency of an image client. */
async function pushSome(): Promise<void> {
  const batch = [0, 1, 2, 3].map((offset) => heavy(pushed.length + offset));
  const answers = await Promise.all(
    batch.map((manifest) => putManifest(registry, name, manifest.digest, manifest)),
  );
  expect(answers.map(({ status }) => status)).toEqual(batch.map(() => 201));
  pushed.push(...batch);
}

test('manifests of four megabytes are taken, and how many there are takes no memory', async () => {
  await pushSome();
  await pushSome();
  const before = { worker: await peakOf('worker'), api: await peakOf('api') };

  while (pushed.length < count) await pushSome();
  expect(await publishCrate(platform, await makeCrate())).toMatchObject({ status: 200 });
  await eventually(async () => {
    const open = await query(
      platform.databaseUrl,
      'select kind, status from jobs where completed_at is null',
    );
    expect(open).toEqual([]);
  }, patience);

  expect((await peakOf('worker')) - before.worker).toBeLessThan(budget.worker);
  expect((await peakOf('api')) - before.api).toBeLessThan(budget.api);
});

test('anonymous requests for the list of all of them cost what their answers hold', async () => {
  const before = await peakOf('api');

  const answers = await Promise.all(Array.from({ length: 5 }, () => referrers()));

  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(body.length).toBeLessThanOrEqual(mostBytes);
  }
  expect((await peakOf('api')) - before).toBeLessThan(150);
});

test.each([
  ['all of them', ''],
  ['those of a kind', '?artifactType=application/vnd.test.1'],
])('the pages of the list show %s once, annotations included', async (_what, search) => {
  const wanted = pushed.filter((_manifest, index) => search === '' || index % 2 === 1);
  const listed: { digest: string; annotations: { note: string } }[] = [];
  for (let next: string | undefined = search; next !== undefined;) {
    const { headers, body } = await referrers(next);
    const page = JSON.parse(body.toString()) as { manifests: typeof listed };
    for (const entry of page.manifests) listed.push(entry);
    next = /\?[^>]*/.exec(headers.get('link') ?? '')?.[0];
  }

  expect(listed.map(({ digest }) => digest).toSorted()).toEqual(
    wanted.map(({ digest }) => digest).toSorted(),
  );
  expect(new Set(listed.map(({ annotations }) => annotations.note.length))).toEqual(
    new Set([annotationBytes]),
  );
});
