import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addFile } from '../../services/releases/add-file.ts';
import { createDigestBuilder, sha256Hex } from '../../domain/digest.ts';
import type { Ecosystem } from '../../ecosystems/wire.ts';
import { createEcosystems } from '../../ecosystems/index.ts';
import { type Blobs, contentKey, stagingKey } from '../../store/blobs/blobs.ts';
import { createDiskBlobs } from '../../store/blobs/disk.ts';
import { newId } from '../../store/postgres/ids.ts';
import { createCatalog } from '../../store/postgres/packages/catalog.ts';
import { removeOrphans } from '../../store/postgres/parts/part-collection.ts';
import { sql } from '../../store/postgres/pool.ts';
import { holdBlob } from '../../store/postgres/releases/artifacts.ts';
import { saveFileInspection } from '../../store/postgres/releases/staged-extracts.ts';
import { insertUpload } from '../../store/postgres/releases/uploads.ts';
import { AnyRow } from '../support/management.ts';
import { createTestRenderer } from '../support/renderer.ts';
import { startTagged, type TaggedPlatform } from '../support/tagged-context.ts';

let platform: TaggedPlatform;
let folder: string;
let blobs: Blobs;
beforeAll(async () => {
  platform = await startTagged();
  folder = await mkdtemp(join(tmpdir(), 'rookery-placed-'));
  blobs = createDiskBlobs({ path: folder, fsync: false });
});
afterAll(async () => {
  await platform?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Cargo, with any number of files per release. */
const ecosystems = createEcosystems(
  createEcosystems()
    .all.filter(({ id }) => id === 'cargo')
    .map((cargo): Ecosystem => ({
      ...cargo,
      file: (declared) => ({ ...cargo.file(declared), filename: declared.file ?? 'probe.crate' }),
    })),
);

interface Waiting {
  uploadId: string;
  packageId: string;
  releaseId: string;
  kind: string;
  filename: string;
  contentType: string;
  sha256: string;
  name: string;
}

/** A visible release, and another checked file with an extracted text. */
async function checkedFile(text: string): Promise<Waiting> {
  const { alice, api } = platform;
  const name = platform.fresh();
  const { packageId, releaseId } = await platform.publish(alice, { name, version: '1.0.0' });
  const builder = createDigestBuilder();
  const body = Buffer.from(`${name} ${text}`);
  builder.update(body);
  const digests = builder.digest();
  const id = newId();
  await blobs.put(stagingKey(id), body);
  await insertUpload(api.pool, {
    ...digests,
    id,
    sizeBytes: body.length,
    ecosystem: 'cargo',
    declared: { name, version: '1.0.0', metadata: {}, file: 'more.crate' },
    purpose: {
      kind: 'attach',
      file: {
        kind: 'crate',
        filename: 'more.crate',
        contentType: 'application/gzip',
        waitsForRelease: false,
      },
    },
    ttlSeconds: 3_600,
    actor: {
      userId: alice.id,
      username: 'alice',
      tokenId: null,
      boundRepositoryId: null,
      scopes: ['packages:write'],
      isExchanged: false,
      repositorySlug: null,
      ipAddress: null,
      userAgent: null,
    },
  });
  const extract = { kind: 'metadata', filename: 'more.txt', contentType: 'text/plain' };
  await saveFileInspection(api.pool, id, {
    metadata: { python: '>=3' },
    standing: null,
    findings: [],
    license: null,
    extracts: [{ ...extract, body: Buffer.from(`of ${name} ${text}`) }],
  });
  const file = { kind: 'crate', filename: 'more.crate', contentType: 'application/gzip' };
  return { ...file, uploadId: id, packageId, releaseId, sha256: digests.sha256, name };
}

const depsWith = (own: Blobs) => ({
  pool: platform.api.pool,
  blobs: own,
  ecosystems,
  catalog: createCatalog(platform.api.pool, createTestRenderer()),
  config: platform.api.platform.config,
});

const filesOf = async ({ releaseId }: Waiting) =>
  (
    await platform.api.pool.any(sql.type(AnyRow)`
      select filename, metadata, extracted_from, format from artifacts
      where release_id = ${releaseId} and filename like 'more%' order by filename`)
  ).map((row) => ({ ...row }));

const added = [
  { filename: 'more.crate', metadata: { python: '>=3' }, extractedFrom: null, format: 'tgz' },
  { filename: 'more.txt', metadata: null, extractedFrom: 'more.crate', format: null },
];

test('a file joins a visible release in one change, with all that was taken out of it', async () => {
  const file = await checkedFile('whole');
  const before = await platform.revisionOf(file.name);

  await addFile(depsWith(blobs), file);

  expect(await filesOf(file)).toEqual(added);
  expect(await platform.revisionOf(file.name)).toBe(before + 1);
  expect(await blobs.stat(stagingKey(file.uploadId))).toBeUndefined();
});

test('a file that joins later counts for the storage of its owner, and nothing of a refused one is shown', async () => {
  const file = await checkedFile('beyond');
  const { publish } = platform.api.platform.config;
  const quotas = { ...publish.quotas, storageBytes: 1 };
  const config = { ...platform.api.platform.config, publish: { ...publish, quotas } };

  const added = addFile({ ...depsWith(blobs), config }, file);

  await expect(added).rejects.toMatchObject({ code: 'policy_violation' });
  expect(await filesOf(file)).toEqual([]);
});

test('a change that fails in its last moment shows nothing of the file', async () => {
  const file = await checkedFile('half');
  const deps = depsWith(blobs);
  const { catalog } = deps;
  const failing = {
    changePackage: ((id, change, options) =>
      catalog.changePackage(
        id,
        async (tx, pkg) => {
          await change(tx, pkg);
          throw new Error('the database went away');
        },
        options,
      )) as typeof catalog.changePackage,
  };

  await expect(addFile({ ...deps, catalog: failing }, file)).rejects.toThrow('went away');

  expect(await filesOf(file)).toEqual([]);
  await addFile(deps, file);
  expect(await filesOf(file)).toEqual(added);
});

test('a store that hangs holds neither the package nor a transaction', async () => {
  const file = await checkedFile('slow');
  const reached = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const hanging: Blobs = {
    ...blobs,
    async copy(from, to) {
      reached.resolve();
      await answered.promise;
      await blobs.copy(from, to);
    },
  };

  const adding = addFile(depsWith(hanging), file);
  await reached.promise;
  const { pool } = platform.api;
  const locked = await pool.transaction((tx) =>
    tx.any(sql.type(AnyRow)`
      select packages.id from packages where packages.id = ${file.packageId} for update nowait`),
  );
  const [open] = await pool.any(sql.type(AnyRow)`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`);
  answered.resolve();
  await adding;

  expect([locked.length, open?.['count']]).toEqual([1, 0]);
  expect(await filesOf(file)).toEqual(added);
});

test('bytes that were placed before a crash are collected, or found by the next try', async () => {
  const [given, tried] = [await checkedFile('given up'), await checkedFile('tried again')];
  const deps = depsWith(blobs);
  const crashing = { changePackage: () => Promise.reject(new Error('killed')) };
  for (const file of [given, tried]) {
    await expect(addFile({ ...deps, catalog: crashing }, file)).rejects.toThrow('killed');
    expect(await blobs.stat(contentKey(file.sha256))).toBeDefined();
  }

  await removeOrphans(platform.api.pool, 0, 1_000, (sha256) => blobs.delete(contentKey(sha256)));

  expect(await blobs.stat(contentKey(given.sha256))).toBeUndefined();
  await addFile(deps, tried);
  expect(await filesOf(tried)).toEqual(added);
  expect(await blobs.stat(contentKey(tried.sha256))).toBeDefined();
});

test('bytes that the collector takes between their coming and the commit come again', async () => {
  const file = await checkedFile('taken');
  const deps = depsWith(blobs);
  const { catalog } = deps;
  let rounds = 0;
  const collecting = {
    changePackage: (async (...asked) => {
      rounds += 1;
      const remove = (sha256: string) => blobs.delete(contentKey(sha256));
      if (rounds === 1) await removeOrphans(platform.api.pool, 0, 1_000, remove);
      // another upload of the same bytes starts
      if (rounds === 1) {
        await platform.api.pool.query(sql.typeAlias('void')`
          insert into blobs (sha256, size_bytes, incarnation) values (${file.sha256}, 1, ${newId()})`);
      }
      return catalog.changePackage(...asked);
    }) as typeof catalog.changePackage,
  };

  await addFile({ ...deps, catalog: collecting }, file);

  expect(rounds).toBe(2);
  expect(await filesOf(file)).toEqual(added);
  expect(await blobs.stat(contentKey(file.sha256))).toBeDefined();
});

/** Inserts unused blobs that no other test has. */
async function insertOrphans(count: number): Promise<string[]> {
  const shas = Array.from({ length: count }, () => sha256Hex(newId()));
  for (const sha256 of shas) await holdBlob(platform.api.pool, sha256, 1);
  return shas;
}

const listRows = async (shas: readonly string[]) =>
  (
    await platform.api.pool.any(sql.type(AnyRow)`
      select sha256 from blobs where sha256 = any(${sql.array([...shas], 'text')})`)
  ).map((row) => row['sha256']);

const forget = () => sql.typeAlias('void')`update blobs set leaving_at = leaving_at - interval '11 minutes'`;

test('bytes that can not be removed keep their row, and a later collection takes them up', async () => {
  const { pool } = platform.api;
  const [stuck = '', ...others] = await insertOrphans(3);
  const failing = async (sha256: string) => {
    if (sha256 === stuck) throw new Error('the store is away');
  };

  await expect(removeOrphans(pool, 0, 1_000, failing)).rejects.toThrow('1 blobs were not removed');

  expect(await listRows([stuck, ...others])).toEqual([stuck]);
  expect(await holdBlob(pool, stuck, 1)).toBeNull();
  await removeOrphans(pool, 0, 1_000, async () => {});
  expect(await listRows([stuck])).toEqual([stuck]);
  await pool.query(forget());
  expect(await removeOrphans(pool, 0, 1_000, async () => {})).toMatchObject({ removed: 1 });
  expect(await listRows([stuck])).toEqual([]);
});

test('bytes that the store refuses to remove can be used again, and hold up no others', async () => {
  const { pool } = platform.api;
  const [locked = '', other = ''] = await insertOrphans(2);
  const refusal = new Error('locked');
  const failing = async (sha256: string) => {
    if (sha256 === locked) throw refusal;
  };

  const done = await removeOrphans(pool, 0, 1_000, failing, (error) => error === refusal);

  expect(done).toMatchObject({ refused: 1 });
  expect(await listRows([locked, other])).toEqual([locked]);
  expect(await holdBlob(pool, locked, 1)).not.toBeNull();
  await removeOrphans(pool, 0, 1_000, async () => {});
});

test('bytes whose removal has failed are behind those that were never tried', async () => {
  const { pool } = platform.api;
  const [stuck = ''] = await insertOrphans(1);
  const away = async () => {
    throw new Error('the store is away');
  };
  await expect(removeOrphans(pool, 0, 1_000, away)).rejects.toThrow('blobs were not removed');
  await pool.query(forget());
  const [other = ''] = await insertOrphans(1);
  // this blob is older than the failed removal
  await pool.query(sql.typeAlias('void')`
    update blobs set touched_at = now() - interval '1 hour' where sha256 = ${other}`);
  await pool.query(sql.typeAlias('void')`
    update blobs set touched_at = now() - interval '2 hours' where sha256 = ${stuck}`);

  expect(await removeOrphans(pool, 0, 1, async () => {})).toMatchObject({ removed: 1 });
  expect(await listRows([stuck, other])).toEqual([stuck]);
  await removeOrphans(pool, 0, 1_000, async () => {});
});

test('a collection that was taken for dead leaves the rows of its successor', async () => {
  const { pool } = platform.api;
  const [sha256 = ''] = await insertOrphans(1);

  await removeOrphans(pool, 0, 1_000, async () => {
    await pool.query(forget());
    await removeOrphans(pool, 0, 1_000, async () => {
      throw new Error('it is at work');
    }).catch(() => {});
  });

  expect(await listRows([sha256])).toEqual([sha256]);
});
