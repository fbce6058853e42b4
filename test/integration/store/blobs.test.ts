import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { CreateMultipartUploadCommand, ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Blobs } from '../../../store/blobs/blobs.ts';
import { blobsContract } from '../../../store/blobs/contract.ts';
import { piecesContract } from '../../../store/blobs/pieces-contract.ts';
import { createBlobs } from '../../../store/blobs/open.ts';
import { freePort } from '../../support/free-port.ts';
import { s3Binary, s3Missing, startS3, type S3Server } from '../../support/s3.ts';
import { isSkipped } from '../../support/tool.ts';

describe.skipIf(isSkipped(s3Binary, s3Missing))('S3', () => {
  let server: S3Server;
  let blobs: Blobs;
  let tempDir = '';

  const openAt = (endpoint: string, maxAttempts = 3) =>
    createBlobs({
      kind: 's3',
      bucket: server.bucket,
      region: server.region,
      endpoint,
      forcePathStyle: true,
      credentials: server.credentials,
      tempDir,
      maxAttempts,
    });

  beforeAll(async () => {
    tempDir = await mkdtemp(join(tmpdir(), 'rookery-copies-'));
    server = await startS3();
    blobs = openAt(server.url);
  });
  afterAll(async () => {
    await blobs?.close();
    await server?.stop();
    await rm(tempDir, { recursive: true, force: true });
  });

  blobsContract(() => blobs);
  piecesContract(() => blobs);

  test('what is too large for one request is copied in parts', async () => {
    const { url: endpoint, region, credentials, bucket } = server;
    const partsOnly = createBlobs({
      kind: 's3',
      bucket,
      region,
      endpoint,
      forcePathStyle: true,
      credentials,
      tempDir,
      maximumCopyBytes: 5 * 1024 * 1024,
    });
    const bytes = randomBytes(12 * 1024 * 1024);
    await partsOnly.put('copies/from', bytes);

    await partsOnly.copy('copies/from', 'copies/to');

    expect((await buffer(await partsOnly.read('copies/to'))).equals(bytes)).toBe(true);
    await partsOnly.close();
  });

  test('no local copy and no open multipart upload is left after all of this', async () => {
    const { url: endpoint, region, credentials, bucket } = server;
    const client = new S3Client({ region, endpoint, credentials, forcePathStyle: true });

    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }));

    client.destroy();
    // incomplete uploads in pieces stay open until they are aborted
    expect(Uploads.filter(({ Key = '' }) => !Key.startsWith('pieces/'))).toEqual([]);
    expect(await readdir(tempDir)).toEqual([]);
  });

  test('an upload that its writer could not abort is aborted once it is old enough', async () => {
    const { url: endpoint, region, credentials, bucket } = server;
    const client = new S3Client({ region, endpoint, credentials, forcePathStyle: true });
    await client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: 'staging/cut-off' }));

    const removed = [await blobs.removeUnfinished(3_600_000), await blobs.removeUnfinished(-60_000)];

    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
    client.destroy();
    expect(removed).toEqual([0, 1]);
    expect(Uploads.filter(({ Key = '' }) => !Key.startsWith('pieces/'))).toEqual([]);
  });

  test('a store that does not answer is overloaded, with its cause, for every call', async () => {
    const away = openAt(`http://127.0.0.1:${await freePort()}`, 1);
    const attempts = [
      () => away.ping(),
      () => away.stat('a/b'),
      () => away.read('a/b'),
      () => away.put('a/b', Buffer.from('x')),
      () => away.put('a/b', Readable.from([Buffer.alloc(20 * 1024 * 1024)])),
      () => away.putIfAbsent('a/b', Buffer.from('x')),
      () => away.move('a/b', 'a/c'),
      () => away.delete('a/b'),
      () => away.list('a/')[Symbol.asyncIterator]().next(),
    ];

    for (const attempt of attempts) {
      await expect(attempt()).rejects.toMatchObject({ code: 'overloaded', cause: { code: 'ECONNREFUSED' } });
    }
    await away.close();
  });

  test('blobs are there again after the server was killed and started', async () => {
    await blobs.put('survivor', Buffer.from('still here'));

    await server.kill();
    await server.restart();

    expect((await buffer(await blobs.read('survivor'))).toString()).toBe('still here');
  });
});
