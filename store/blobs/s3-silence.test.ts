import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import type { Blobs } from './blobs.ts';
import { createS3Blobs } from './s3.ts';

let server: Server;
let blobs: Blobs;
let asked = 0;
afterEach(async () => {
  await blobs?.close();
  server?.closeAllConnections();
  server?.close();
});

/** `isSilent` decides for each request whether it gets no answer. */
async function startWith(isSilent: (path: string) => boolean): Promise<void> {
  server = createServer((request, response) => {
    asked += request.url === '/' ? 0 : 1;
    if (!isSilent(request.url ?? '')) response.end('bytes');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  blobs = createS3Blobs({
    bucket: 'artifacts',
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    forcePathStyle: true,
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    tempDir: tmpdir(),
    silence: { patienceMs: 100, everyMs: 20, mercyMs: 100 },
  });
}

test('everything that waits for a silent server ends, later calls at once, until it speaks', async () => {
  let isSilent = true;
  await startWith(() => isSilent);
  const many = Array.from({ length: 300 }, () => blobs.stat('sha256/a'));

  const ends = await Promise.allSettled(many);
  expect(
    ends.every((end) => end.status === 'rejected' && String(end.reason).includes('does not answer')),
  ).toBe(true);
  const before = asked;
  await expect(blobs.read('sha256/a')).rejects.toMatchObject({ code: 'overloaded' });
  expect(asked).toBe(before);

  isSilent = false;
  await vi.waitFor(() => blobs.stat('sha256/a'), { timeout: 10_000 });
});

test('a request that takes its time is waited for, as long as the server answers', async () => {
  let isSlow = true;
  await startWith((path) => {
    if (isSlow && path.includes('slow')) {
      isSlow = false;
      return true;
    }
    return false;
  });
  const slow = blobs.stat('slow');
  const outcome = Promise.race([
    slow.then(
      () => 'answered',
      () => 'ended',
    ),
    new Promise((resolve) => setTimeout(resolve, 800, 'waits')),
  ]);

  expect(await outcome).toBe('waits');
  expect(await blobs.stat('other')).toBeDefined();
  server.closeAllConnections();
  await slow;
});
