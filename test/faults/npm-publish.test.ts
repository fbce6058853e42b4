import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentFor } from '../../ecosystems/npm/fixtures/tarball.ts';
import { npmClient, tarballOf, type NpmClient } from '../integration/npm/client.ts';
import { uniqueName } from '../support/crates.ts';
import { holdLock } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { expectNothingStaged, listUnfinishedFiles } from '../support/publish-outcome.ts';
import { type PackagePlatform, startPackagePlatform } from '../support/platform.ts';
import { assertReplays } from '../support/replay.ts';

const abbreviated = { accept: 'application/vnd.npm.install-v1+json' };

let platform: PackagePlatform;
let client: NpmClient;
beforeAll(async () => {
  platform = await startPackagePlatform({ PUBLISH_DEADLINE_MS: '4000' });
  client = npmClient(platform, platform.adminToken);
});
afterAll(() => platform?.stop());

interface Seen {
  full: string[];
  short: string[];
  tags: Record<string, string>;
  tarball: number;
}

/** Everything that a reader can see of a version; all parts have to agree. */
async function look(name: string, version: string): Promise<Seen> {
  const read = async (path: string, headers?: Record<string, string>) => {
    const response = await client.get(path, headers);
    return response.ok ? ((await response.json()) as Record<string, Record<string, string>>) : undefined;
  };
  const full = await read(`/${name}`);
  const short = await read(`/${name}`, abbreviated);
  return {
    full: Object.keys(full?.['versions'] ?? {}),
    short: Object.keys(short?.['versions'] ?? {}),
    tags: full?.['dist-tags'] ?? {},
    tarball: (await client.get(`/${name}/-/${name}-${version}.tgz`)).status,
  };
}

const nothing: Seen = { full: [], short: [], tags: {}, tarball: 404 };

async function largeBody(name: string): Promise<Buffer> {
  const manifest = { name, version: '1.0.0' };
  const noise = { 'package/noise.txt': randomBytes(3_000_000).toString('base64') };
  return Buffer.from(JSON.stringify(documentFor(manifest, await tarballOf(manifest, noise))));
}

/** Sends half of a body and then waits. */
function sendHalf(name: string, body: Buffer) {
  const upload = request(`${platform.url}/npm/${name}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${platform.adminToken}`, 'content-length': body.length },
  });
  const gone = new Promise<void>((resolve) => {
    upload.once('error', () => resolve());
    upload.once('close', () => resolve());
  });
  upload.write(body.subarray(0, body.length / 2));
  return { cut: () => upload.destroy(), gone };
}

test('an upload that its client cuts in half leaves nothing, at once', async () => {
  const name = uniqueName('cut');
  const upload = sendHalf(name, await largeBody(name));
  await eventually(async () => expect(await listUnfinishedFiles(platform)).toHaveLength(1));

  upload.cut();

  await eventually(async () => expect(await listUnfinishedFiles(platform)).toEqual([]));
  expect(await look(name, '1.0.0')).toEqual(nothing);
});

test('an api that is killed in the middle of an upload leaves nothing, and the version is free', async () => {
  const name = uniqueName('killed');
  const body = await largeBody(name);
  const upload = sendHalf(name, body);
  await eventually(async () => expect(await listUnfinishedFiles(platform)).toHaveLength(1));

  await platform.roles.api.kill();
  await upload.gone;
  platform.roles.api = await platform.roles.api.restart();

  expect(await look(name, '1.0.0')).toEqual(nothing);
  await expectNothingStaged(platform);
  expect((await client.send('PUT', `/${name}`, body.toString())).status).toBe(200);
  await eventually(async () => expect(await look(name, '1.0.0')).toMatchObject({ tarball: 200 }));
});

test('a worker that is killed while it makes a version visible shows all of it or nothing', async () => {
  const name = uniqueName('worker');
  await client.publish({ name, version: '1.0.0' });
  await eventually(async () => expect(await look(name, '1.0.0')).toMatchObject({ tarball: 200 }));
  const statement = "select from documents where ecosystem = 'npm' and path like '%full/' || $1 for update";
  const lock = await holdLock(platform.databaseUrl, statement, [name]);
  const answer = client.publish({ name, version: '1.1.0' }, { 'dist-tags': { next: '1.1.0' } });
  await eventually(async () => expect(await lock.waiting()).toBe(1));

  await platform.roles.worker.kill();
  const between = await look(name, '1.1.0');
  const receipt = await answer;
  await lock.release();
  platform.roles.worker = await platform.roles.worker.restart();

  const before = { full: ['1.0.0'], short: ['1.0.0'], tags: { latest: '1.0.0' }, tarball: 404 };
  expect(between).toEqual(before);
  expect(receipt.headers.get('npm-notice')).toContain('still being checked');
  const versions = ['1.0.0', '1.1.0'];
  const after = { full: versions, short: versions, tags: { latest: '1.0.0', next: '1.1.0' }, tarball: 200 };
  await eventually(async () => expect(await look(name, '1.1.0')).toEqual(after), { withinMs: 90_000 });
});

test('every history replays', () => assertReplays(platform.temporal));
