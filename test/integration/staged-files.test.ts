import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attachStagedFiles } from '../../activities/staged-files.ts';
import { createDigestBuilder } from '../../domain/digest.ts';
import { createEcosystems } from '../../ecosystems/index.ts';
import { stagingKey } from '../../store/blobs/blobs.ts';
import { createDiskBlobs } from '../../store/blobs/disk.ts';
import { type Catalog, createCatalog } from '../../store/postgres/packages/catalog.ts';
import { newId } from '../../store/postgres/ids.ts';
import { listStagedFilesOf, saveStagedFile } from '../../store/postgres/releases/staged-files.ts';
import { insertUpload } from '../../store/postgres/releases/uploads.ts';
import { createTestRenderer } from '../support/renderer.ts';
import { startTagged, type TaggedPlatform } from '../support/tagged-context.ts';

let platform: TaggedPlatform;
beforeAll(async () => {
  platform = await startTagged();
});
afterAll(() => platform?.stop());

test('a file that waits for a release stays when the release is hidden in the same moment', async () => {
  const { alice, api } = platform;
  const { pool } = api;
  const ref = await platform.publish(alice, { name: platform.fresh(), version: '1.0.0' });
  const { releaseId } = ref;
  const uploadId = newId();
  const file = { kind: 'symbols', filename: 'probe.symbols', contentType: 'text/plain' };
  const digests = createDigestBuilder().digest();
  await insertUpload(pool, {
    ...digests,
    id: uploadId,
    sizeBytes: 0,
    ecosystem: 'cargo',
    declared: { name: 'probe', version: '1.0.0', metadata: {} },
    purpose: { kind: 'attach', file: { ...file, waitsForRelease: true } },
    ttlSeconds: 3_600,
    actor: {
      userId: alice.id,
      username: 'alice',
      tokenId: null,
      boundRepositoryId: null,
      boundPackageId: null,
      isExchanged: false,
      repositorySlug: null,
      ipAddress: null,
      userAgent: null,
    },
  });
  await saveStagedFile(pool, {
    ...file,
    uploadId,
    releaseId,
    sha256: digests.sha256,
    stagedBy: alice.id,
  });
  const { changePackage } = createCatalog(pool, createTestRenderer());
  const hiding: Catalog = {
    async changePackage(...asked) {
      await platform.hold(ref, 'reported');
      return changePackage(...asked);
    },
  };
  const folder = await mkdtemp(join(tmpdir(), 'rookery-staged-'));
  const blobs = createDiskBlobs({ path: folder, fsync: false });
  await blobs.put(stagingKey(uploadId), Buffer.alloc(0));

  await attachStagedFiles({ pool, blobs, ecosystems: createEcosystems(), catalog: hiding }, releaseId);

  expect(await listStagedFilesOf(pool, releaseId)).toMatchObject([{ uploadId }]);
  expect(await blobs.stat(stagingKey(uploadId))).toEqual({ sizeBytes: 0 });
  await rm(folder, { recursive: true });
});
