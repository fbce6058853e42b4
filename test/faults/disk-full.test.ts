import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishCrate } from '../support/cargo.ts';
import { makeCrate } from '../support/crates.ts';
import { holdLock } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import {
  expectNothingStaged,
  expectWhollyAbsent,
  expectWhollyVisible,
  listUnfinishedFiles,
} from '../support/publish-outcome.ts';
import { type PackagePlatform, startPackagePlatform } from '../support/platform.ts';
import { assertReplays } from '../support/replay.ts';
import { canMount, mountSmallDisk, unmount } from '../support/small-disk.ts';

describe.skipIf(!canMount())('blobs on a disk of 4 MB', () => {
  let platform: PackagePlatform;
  let blobs: string | undefined;
  beforeAll(async () => {
    platform = await startPackagePlatform();
    const folder = join(platform.dataDir, 'blobs');
    await mkdir(folder, { recursive: true });
    mountSmallDisk(folder, 4);
    blobs = folder;
  });
  afterAll(async () => {
    // a folder in use cannot be unmounted, and a mounted folder cannot be removed
    await Promise.all(Object.values(platform?.roles ?? {}).map((role) => role.stop()));
    if (blobs !== undefined) unmount(blobs);
    await platform?.stop();
  });

  /** Fills the disk to its last byte. */
  async function fillDisk(): Promise<string> {
    const ballast = join(blobs ?? '', 'ballast');
    await writeFile(ballast, Buffer.alloc(8_000_000)).catch(() => undefined);
    return ballast;
  }

  test('an upload that does not fit is refused for now and leaves nothing', async () => {
    const crate = await makeCrate({
      files: { 'src/lib.rs': `// ${randomBytes(6_000_000).toString('base64')}\n` },
    });

    expect(await publishCrate(platform, crate)).toMatchObject({ status: 503 });

    expect(await listUnfinishedFiles(platform)).toEqual([]);
    await expectWhollyAbsent(platform, crate);
  });

  test('with the disk full nothing is accepted; as soon as there is room the same request succeeds', async () => {
    const crate = await makeCrate();
    const ballast = await fillDisk();

    expect(await publishCrate(platform, crate)).toMatchObject({ status: 503 });
    await expectWhollyAbsent(platform, crate);
    await rm(ballast);

    expect(await publishCrate(platform, crate)).toMatchObject({ status: 200 });
    await expectWhollyVisible(platform, crate);
  });

  test('a publish whose bytes were staged before the disk filled up ends by itself', async () => {
    const crate = await makeCrate();
    const lock = await holdLock(
      platform.databaseUrl,
      'insert into blobs (sha256, size_bytes) values ($1, 1)',
      [crate.sha256],
    );
    const answer = publishCrate(platform, crate);
    await eventually(async () => expect(await lock.waiting()).toBe(1));

    const ballast = await fillDisk();
    await lock.release();
    expect([200, 202]).toContain((await answer).status);
    await rm(ballast);

    await expectWhollyVisible(platform, crate);
  });

  test('no staged bytes remain', () => expectNothingStaged(platform));

  test('every history replays', () => assertReplays(platform.temporal));
});
