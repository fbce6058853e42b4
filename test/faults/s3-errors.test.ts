import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Blobs } from '../../store/blobs/blobs.ts';
import { createBlobs } from '../../store/blobs/open.ts';
import { publishCrate } from '../support/cargo.ts';
import { makeCrate } from '../support/crates.ts';
import { holdLock } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { type HttpProxy, startHttpProxy } from '../support/http-proxy.ts';
import {
  expectNothingStaged,
  expectWhollyAbsent,
  expectWhollyVisible,
  publishWholly,
} from '../support/publish-outcome.ts';
import { type PackagePlatform, startPackagePlatform } from '../support/platform.ts';
import { assertReplays } from '../support/replay.ts';
import { s3Binary, s3Missing, type S3Server, startS3 } from '../support/s3.ts';
import { isSkipped } from '../support/tool.ts';

describe.skipIf(isSkipped(s3Binary, s3Missing))('a bucket that fails', () => {
  let s3: S3Server;
  let proxy: HttpProxy;
  let platform: PackagePlatform;
  let bucket: Blobs;
  beforeAll(async () => {
    s3 = await startS3();
    proxy = await startHttpProxy(s3.url);
    const { credentials, region } = s3;
    platform = await startPackagePlatform({
      PUBLISH_DEADLINE_MS: '2000',
      BLOB_FSYNC: '',
      S3_BUCKET: s3.bucket,
      S3_ENDPOINT: proxy.url,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    });
    bucket = createBlobs({
      kind: 's3',
      bucket: s3.bucket,
      region,
      endpoint: s3.url,
      forcePathStyle: true,
      credentials,
      tempDir: tmpdir(),
    });
  });
  afterAll(async () => {
    await platform?.stop();
    await proxy?.close();
    await bucket?.close();
    await s3?.stop();
  });

  async function listStaged(): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of bucket.list('staging/')) keys.push(key);
    return keys;
  }

  test.each(['fail', 'lose'] as const)(
    'an upload while answers %s is refused for now and leaves nothing; the next try succeeds',
    async (mood) => {
      const crate = await makeCrate();

      proxy.setMood(mood);
      const answer = await publishCrate(platform, crate);
      expect(proxy.failed()).toBeGreaterThan(0);
      proxy.setMood('pass');

      expect(answer).toMatchObject({ status: 503 });
      await expectWhollyAbsent(platform, crate);
      expect(await listStaged()).toEqual([]);
      await publishWholly(platform, crate);
    },
  );

  test.each(['fail', 'lose'] as const)(
    'a publish that is on its way while answers %s waits and ends by itself',
    async (mood) => {
      const crate = await makeCrate();
      const lock = await holdLock(
        platform.databaseUrl,
        'insert into blobs (sha256, size_bytes) values ($1, 1)',
        [crate.sha256],
      );
      const answer = publishCrate(platform, crate);
      await eventually(async () => expect(await lock.waiting()).toBe(1));

      proxy.setMood(mood);
      await lock.release();
      await eventually(() => expect(proxy.failed()).toBeGreaterThan(0));
      proxy.setMood('pass');

      expect([200, 202]).toContain((await answer).status);
      await expectWhollyVisible(platform, crate);
    },
  );

  test('a bucket server that is killed and comes back is found again', async () => {
    const crate = await makeCrate();
    await s3.kill();
    expect(await publishCrate(platform, crate)).toMatchObject({ status: 503 });

    await s3.restart();

    await publishWholly(platform, crate);
  });

  test('no staged bytes remain', async () => {
    await expectNothingStaged(platform);
    expect(await listStaged()).toEqual([]);
  });

  test('every history replays', () => assertReplays(platform.temporal));
});
