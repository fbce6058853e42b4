import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishCrate, readIndex } from '../support/cargo.ts';
import { type Crate, makeCrate } from '../support/crates.ts';
import { eventually } from '../support/eventually.ts';
import { expectWhollyAbsent, publishWholly } from '../support/publish-outcome.ts';
import { type PackagePlatform, startPackagePlatform } from '../support/platform.ts';
import { assertReplays } from '../support/replay.ts';
import { s3Binary, s3Missing, type S3Server, startS3 } from '../support/s3.ts';
import { type SilentProxy, startSilentProxy } from '../support/silent-proxy.ts';
import { isSkipped } from '../support/tool.ts';

/** More readers than the bucket's client has sockets. */
const readers = 300;
/** Three seconds to connect, three for the answer, and room for a machine that runs other tests. */
const firstWithinMs = 20_000;
/** No wait at all, and the same room. */
const laterWithinMs = 2_500;

describe.skipIf(isSkipped(s3Binary, s3Missing))('a bucket that falls silent', () => {
  let s3: S3Server;
  let proxy: SilentProxy;
  let platform: PackagePlatform;
  beforeAll(async () => {
    s3 = await startS3();
    proxy = await startSilentProxy(s3.url);
    platform = await startPackagePlatform({
      BLOB_FSYNC: '',
      RATE_LIMITS: 'off',
      S3_BUCKET: s3.bucket,
      S3_ENDPOINT: proxy.url.replace(/\/$/, ''),
      S3_REGION: s3.region,
      S3_ACCESS_KEY_ID: s3.credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
    });
  });
  afterAll(async () => {
    await platform?.stop();
    await proxy?.close();
    await s3?.stop();
  });

  async function download({ name }: Crate): Promise<number> {
    const answer = await fetch(`${platform.url}/cargo/api/v1/crates/${name}/1.0.0/download`);
    await answer.arrayBuffer();
    return answer.status;
  }

  async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
    const started = performance.now();
    const result = await work();
    return { result, ms: performance.now() - started };
  }

  test('refuses within seconds, then at once, and is found again when it speaks', async () => {
    const [stored, late, next] = [await makeCrate(), await makeCrate(), await makeCrate()];
    // not yet in the memory for small files, which the first read fills
    expect([200, 202]).toContain((await publishCrate(platform, stored)).status);
    await eventually(async () => expect((await readIndex(platform, stored.name)).size).toBe(1));
    proxy.silence();

    const first = await timed(() => Promise.all([publishCrate(platform, late), download(stored)]));
    const later = await timed(() => publishCrate(platform, next));
    const flood = await timed(() => Promise.all(Array.from({ length: readers }, () => download(stored))));

    expect(first.result[0].status).toBe(503);
    expect(first.result[1]).toBe(503);
    expect(first.ms).toBeLessThan(firstWithinMs);
    expect([later.result.status, later.ms < laterWithinMs]).toEqual([503, true]);
    expect(new Set(flood.result)).toEqual(new Set([503]));
    expect(flood.ms).toBeLessThan(firstWithinMs);
    await expectWhollyAbsent(platform, late);

    proxy.speak();
    await eventually(async () => expect(await download(stored)).toBe(200), { withinMs: 20_000 });
    await publishWholly(platform, next);
  });

  test('every history replays', () => assertReplays(platform.temporal));
});
