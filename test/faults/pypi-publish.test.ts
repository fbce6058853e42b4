import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTarball } from '../../ecosystems/npm/fixtures/tarball.ts';
import { buildZip } from '../../ecosystems/nuget/fixtures/zip.ts';
import { sdistFiles, uploadForm, wheelFiles } from '../../ecosystems/pypi/fixtures/distribution.ts';
import { uniqueName } from '../support/crates.ts';
import { holdLock } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { listUnfinishedFiles } from '../support/publish-outcome.ts';
import { type PackagePlatform, startPackagePlatform } from '../support/platform.ts';
import { assertReplays } from '../support/replay.ts';

let platform: PackagePlatform;
beforeAll(async () => {
  platform = await startPackagePlatform({ PUBLISH_DEADLINE_MS: '4000' });
});
afterAll(() => platform?.stop());

const version = '1.0.0';
const newName = () => uniqueName('faulty').toLowerCase();
const wheelName = (name: string) => `${name.replaceAll('-', '_')}-${version}-py3-none-any.whl`;

function wheel(name: string, module = 'x = 1\n') {
  const files = Object.entries(wheelFiles({ name, version, files: { 'probe/__init__.py': module } }));
  return { filename: wheelName(name), body: buildZip(files.map(([path, body]) => ({ path, body }))) };
}

async function sdist(name: string) {
  return { filename: `${name}-${version}.tar.gz`, body: await buildTarball(sdistFiles({ name, version })) };
}

function send(name: string, file: { filename: string; body: Buffer }): Promise<Response> {
  return fetch(`${platform.url}/pypi/legacy/`, {
    method: 'POST',
    body: uploadForm({ name, version }, file),
    headers: { authorization: `Bearer ${platform.adminToken}` },
  });
}

interface Seen {
  json: string[];
  html: number;
  legacy: number;
  feed: number;
  /** Statuses of the files that the index names. */
  files: number[];
}

/** Everything a reader can see of a project; all of it has to agree. */
async function look(name: string): Promise<Seen> {
  const page = `${platform.url}/pypi/simple/${name}/`;
  const json = await fetch(page, { headers: { accept: 'application/vnd.pypi.simple.v1+json' } });
  const html = await (await fetch(page)).text();
  const legacy = await fetch(`${platform.url}/pypi/pypi/${name}/json`);
  const feed = await (await fetch(`${platform.url}/pypi/rss/project/${name}/releases.xml`)).text();
  const { files } = json.ok
    ? ((await json.json()) as { files: { filename: string; url: string }[] })
    : { files: [] };
  const { urls } = legacy.ok ? ((await legacy.json()) as { urls: unknown[] }) : { urls: [] };
  return {
    json: files.map(({ filename }) => filename).toSorted(),
    html: html.match(/<a /g)?.length ?? 0,
    legacy: urls.length,
    feed: feed.match(/<item>/g)?.length ?? 0,
    files: await Promise.all(files.map(async ({ url }) => (await fetch(new URL(url, page))).status)),
  };
}

const nothing: Seen = { json: [], html: 0, legacy: 0, feed: 0, files: [] };
const one = (name: string): Seen => ({
  json: [wheelName(name)],
  html: 1,
  legacy: 1,
  feed: 1,
  files: [200],
});
const both = (name: string): Seen => ({
  json: [`${name}-${version}.tar.gz`, wheelName(name)].toSorted(),
  html: 2,
  legacy: 2,
  feed: 1,
  files: [200, 200],
});

async function restartWorker(): Promise<void> {
  platform.roles.worker = await platform.roles.worker.restart();
}

test('a worker that is killed while it makes the first file visible shows nothing, and it is done again', async () => {
  const [seed, name] = [newName(), newName()];
  expect((await send(seed, wheel(seed))).status).toBe(200);
  // the last row that the transaction writes to
  const statement = "select from documents where ecosystem = 'pypi' and path = 'projects' for update";
  const lock = await holdLock(platform.databaseUrl, statement);
  const answer = send(name, wheel(name));
  await eventually(async () => expect(await lock.waiting()).toBe(1), { withinMs: 60_000 });

  await platform.roles.worker.kill();
  const between = await look(name);
  const receipt = await answer;
  await lock.release();
  await restartWorker();

  expect(between).toEqual(nothing);
  expect([receipt.status, await receipt.text()]).toEqual([
    200,
    expect.stringContaining('still being checked'),
  ]);
  await eventually(async () => expect(await look(name)).toEqual(one(name)), { withinMs: 90_000 });
  const projects = await (await fetch(`${platform.url}/pypi/simple/`)).text();
  expect(projects.split(`>${name}</a>`)).toHaveLength(2);
});

test('a worker that is killed while a second file joins shows the first alone, and it is done again', async () => {
  const name = newName();
  expect((await send(name, wheel(name))).status).toBe(200);
  const lock = await holdLock(platform.databaseUrl, 'select from packages where name = $1 for update', [
    name,
  ]);
  const answer = send(name, await sdist(name));
  await eventually(async () => expect(await lock.waiting()).toBe(1), { withinMs: 60_000 });

  await platform.roles.worker.kill();
  const between = await look(name);
  const receipt = await answer;
  await lock.release();
  await restartWorker();

  expect(between).toEqual(one(name));
  expect([receipt.status, await receipt.text()]).toEqual([
    200,
    expect.stringContaining('still being checked'),
  ]);
  await eventually(async () => expect(await look(name)).toEqual(both(name)), { withinMs: 90_000 });
  expect(await (await send(name, await sdist(name))).text()).toBe('OK');
});

test('an api that is killed in the middle of an upload leaves nothing, and the client sends it again', async () => {
  const name = newName();
  const form = new Response(uploadForm({ name, version }, wheel(name, `X = "${'x'.repeat(3_000_000)}"\n`)));
  const body = Buffer.concat([Buffer.from(await form.arrayBuffer())]);
  const headers = {
    authorization: `Bearer ${platform.adminToken}`,
    'content-type': form.headers.get('content-type') ?? '',
    'content-length': body.length + 1,
  };
  const upload = request(`${platform.url}/pypi/legacy/`, { method: 'POST', headers });
  const gone = new Promise<void>((resolve) => {
    upload.once('error', () => resolve());
    upload.once('close', () => resolve());
  });
  // all but its last byte
  upload.write(body);
  await eventually(async () => expect(await listUnfinishedFiles(platform)).not.toEqual([]));

  await platform.roles.api.kill();
  await gone;
  platform.roles.api = await platform.roles.api.restart();

  expect(await look(name)).toEqual(nothing);
  expect((await send(name, wheel(name))).status).toBe(200);
  expect(await look(name)).toEqual(one(name));
});

test('every history replays', () => assertReplays(platform.temporal));
