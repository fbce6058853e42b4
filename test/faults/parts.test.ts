import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { query } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { digestOf, layerClient, receivedBytes, withDigest } from '../support/layers.ts';
import { type PackagePlatform, startPackagePlatform } from '../support/platform.ts';
import { assertReplays } from '../support/replay.ts';
import { runNow } from '../support/workflows.ts';

const megabyte = 1024 * 1024;
const run = promisify(execFile);

let platform: PackagePlatform;
let user: { username: string; token: string };
beforeAll(async () => {
  platform = await startPackagePlatform({ PART_GRACE_SECONDS: '3600' });
  user = await platform.createUser();
});
afterAll(() => platform?.stop());

const octets = { 'content-type': 'application/octet-stream' };

test('an api that is killed in the middle of a piece: another process goes on where it was', async () => {
  const client = layerClient(platform, user);
  const bytes = randomBytes(100 * megabyte);
  const upload = await client.start();
  const piece = client.startPiece(upload, bytes.length);
  piece.write(bytes.subarray(0, 80 * megabyte));
  await eventually(async () => expect(await savedBytes()).toBeGreaterThanOrEqual(64 * megabyte), {
    withinMs: 60_000,
  });

  await platform.roles.api.kill();
  platform.roles.api = await platform.roles.api.restart();
  const received = receivedBytes(await client.call('GET', upload));
  const rest = bytes.subarray(received);
  const range = { ...octets, 'content-range': `${received}-${bytes.length - 1}` };
  await eventually(
    async () => expect((await client.call('PATCH', upload, rest, range)).status).toBe(202),
    // the service first has to detect the death of the killed process
    { withinMs: 60_000 },
  );
  const stored = await client.call('PUT', withDigest(upload, bytes));

  expect(received).toBeGreaterThanOrEqual(64 * megabyte);
  expect(stored.status).toBe(201);
  const read = await client.call('GET', `/v2/${client.name}/blobs/${digestOf(bytes)}`);
  expect(read.bytes.equals(bytes)).toBe(true);
});

test('a client that reads slowly costs no memory', async () => {
  const client = layerClient(platform, user);
  const bytes = randomBytes(100 * megabyte);
  await client.push(bytes);
  const path = `/v2/${client.name}/blobs/${digestOf(bytes)}`;
  await client.call('HEAD', path);
  const before = await residentBytes();

  const first = await open(`${platform.url}${path}`);
  const others = await Promise.all(Array.from({ length: 7 }, () => open(`${platform.url}${path}`)));
  await pause(1_000);
  const grown = (await residentBytes()) - before;
  const read = await buffer(first);
  for (const body of others) body.destroy();

  expect(grown).toBeLessThan(100 * megabyte);
  expect(read.equals(bytes)).toBe(true);
});

test('a worker that is killed in the middle of a collection: it ends all the same', async () => {
  const client = layerClient(platform, user);
  const [used, unused] = [randomBytes(5_000), randomBytes(5_000)];
  const image = await client.pushImage([{ bytes: used, mediaType: 'application/octet-stream' }], 'kept');
  await client.push(unused);
  await query(platform.databaseUrl, `update package_blobs set idle_since = now() - interval '1 day'`);
  await query(platform.databaseUrl, `update blobs set touched_at = now() - interval '1 day'`);

  const collected = runNow(platform.temporal, 'cleanOciBlobs');
  await platform.roles.worker.kill();
  platform.roles.worker = await platform.roles.worker.restart();

  expect(image.status).toBe(201);
  await collected;
  const statusOf = async (bytes: Buffer) =>
    (await client.call('GET', `/v2/${client.name}/blobs/${digestOf(bytes)}`)).status;
  expect([await statusOf(used), await statusOf(unused)]).toEqual([200, 404]);
});

test('a collection is started by hand and says what it would do', async () => {
  const main = join(import.meta.dirname, '../../activities/clean-blobs-main.ts');

  const env = { ...process.env, ...platform.environment };
  const { stdout } = await run(process.execPath, [main, 'clean-blobs', '--dry-run'], { env });

  expect(stdout).toMatch(/^\d+ links would go, and up to \d+ bytes with them$/m);
  const jobs = await query<{ status: string }>(
    platform.databaseUrl,
    `select status from jobs where kind = 'cleanup_oci_blobs'`,
  );
  expect(new Set(jobs.map(({ status }) => status))).toEqual(new Set(['completed']));
});

test('every history replays', () => assertReplays(platform.temporal));

async function savedBytes(): Promise<number> {
  const [row] = await query<{ saved: string }>(
    platform.databaseUrl,
    'select max(received_bytes) as saved from blob_uploads',
  );
  return Number(row?.saved ?? 0);
}

async function residentBytes(): Promise<number> {
  const status = await readFile(`/proc/${platform.roles.api.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
}

/** Opens a response without reading its body. */
function open(url: string): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${user.token}` };
  return new Promise((resolve, reject) => {
    get(url, { headers }, resolve).once('error', reject);
  });
}
