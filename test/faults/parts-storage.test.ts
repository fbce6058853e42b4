import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HttpProxy, startHttpProxy } from '../support/http-proxy.ts';
import { digestOf, type LayerClient, layerClient, receivedBytes, withDigest } from '../support/layers.ts';
import { type PackagePlatform, startPackagePlatform } from '../support/platform.ts';
import { s3Binary, s3Missing, type S3Server, startS3 } from '../support/s3.ts';
import { canMount, mountSmallDisk, unmount } from '../support/small-disk.ts';
import { isSkipped } from '../support/tool.ts';

const megabyte = 1024 * 1024;
const octets = { 'content-type': 'application/octet-stream' };

async function expectReadable(client: LayerClient, bytes: Buffer): Promise<void> {
  const read = await client.call('GET', `/v2/${client.name}/blobs/${digestOf(bytes)}`);
  expect(read.status).toBe(200);
  expect(read.bytes.equals(bytes)).toBe(true);
}

describe.skipIf(isSkipped(s3Binary, s3Missing))('a bucket that fails', () => {
  let s3: S3Server;
  let proxy: HttpProxy;
  let platform: PackagePlatform;
  let client: LayerClient;
  beforeAll(async () => {
    s3 = await startS3();
    proxy = await startHttpProxy(s3.url);
    const { credentials, region } = s3;
    platform = await startPackagePlatform({
      BLOB_FSYNC: '',
      S3_BUCKET: s3.bucket,
      S3_ENDPOINT: proxy.url,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    });
    client = layerClient(platform, await platform.createUser());
  });
  afterAll(async () => {
    await platform?.stop();
    await proxy?.close();
    await s3?.stop();
  });

  test.each(['fail', 'lose'] as const)(
    'a piece while answers %s is refused for now; it may come again, whole',
    async (mood) => {
      const [first, second] = [randomBytes(9 * megabyte), randomBytes(9 * megabyte)];
      const upload = await client.start();
      await client.call('PATCH', upload, first, octets);

      proxy.setMood(mood);
      const refused = await client.call('PATCH', upload, second, octets);
      proxy.setMood('pass');
      const status = await client.call('GET', upload);
      const again = await client.call('PATCH', upload, second, octets);
      const whole = Buffer.concat([first, second]);
      const stored = await client.call('PUT', withDigest(upload, whole));

      expect([refused.status, again.status, stored.status]).toEqual([503, 202, 201]);
      expect(receivedBytes(status)).toBe(first.length);
      await expectReadable(client, whole);
    },
  );

  test.each(['fail', 'lose'] as const)(
    'the end of an upload while answers %s may come again',
    async (mood) => {
      const bytes = randomBytes(9 * megabyte);
      const upload = await client.start();
      await client.call('PATCH', upload, bytes, octets);

      proxy.setMood(mood);
      const refused = await client.call('PUT', withDigest(upload, bytes));
      proxy.setMood('pass');
      const stored = await client.call('PUT', withDigest(upload, bytes));

      expect([refused.status, stored.status]).toEqual([503, 201]);
      await expectReadable(client, bytes);
    },
  );
});

describe.skipIf(!canMount())('a disk of 8 MB', () => {
  let platform: PackagePlatform;
  let client: LayerClient;
  let blobs: string | undefined;
  beforeAll(async () => {
    platform = await startPackagePlatform();
    client = layerClient(platform, await platform.createUser());
    const folder = join(platform.dataDir, 'blobs');
    await mkdir(folder, { recursive: true });
    mountSmallDisk(folder, 8);
    blobs = folder;
  });
  afterAll(async () => {
    // a folder in use cannot be unmounted, and a mounted folder cannot be removed
    await Promise.all(Object.values(platform?.roles ?? {}).map((role) => role.stop()));
    if (blobs !== undefined) unmount(blobs);
    await platform?.stop();
  });

  test('a piece that does not fit is refused for now; what was there goes on', async () => {
    const [first, tooMuch, second] = [3, 20, 1].map((size) => randomBytes(size * megabyte));
    const upload = await client.start();
    await client.call('PATCH', upload, first, octets);

    const refused = await client.call('PATCH', upload, tooMuch, octets);
    const status = await client.call('GET', upload);
    const fitting = await client.call('PATCH', upload, second, octets);
    const whole = Buffer.concat([first ?? Buffer.alloc(0), second ?? Buffer.alloc(0)]);
    const stored = await client.call('PUT', withDigest(upload, whole));

    expect([refused.status, fitting.status, stored.status]).toEqual([503, 202, 201]);
    expect(receivedBytes(status)).toBe(3 * megabyte);
    await expectReadable(client, whole);
  });
});
