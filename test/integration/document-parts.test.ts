import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import type { EcosystemId } from '../../domain/ecosystem-id.ts';
import { cargo } from '../../ecosystems/cargo/index.ts';
import { emptyMetadata } from '../../ecosystems/cargo/fixtures/samples.ts';
import type { Ecosystem } from '../../ecosystems/wire.ts';
import { repositoryMount, sharedMount } from '../../ecosystems/mounts.ts';
import { releaseOf } from '../../ecosystems/nuget/fixtures/release.ts';
import { npm } from '../../ecosystems/npm/index.ts';
import { nuget } from '../../ecosystems/nuget/index.ts';
import { wholeDocuments } from '../../ecosystems/render-documents.ts';
import { parseRelease } from '../../rendering/input.ts';
import { createCatalog } from '../../store/postgres/packages/catalog.ts';
import { findDocument } from '../../store/postgres/documents/documents.ts';
import { findPackageWithTags } from '../../store/postgres/packages/packages.ts';
import { listWhole } from '../../store/postgres/packages/release-texts.ts';
import { setTag } from '../../store/postgres/packages/tags.ts';
import { type Queryable, sql } from '../../store/postgres/pool.ts';
import { AnyRow } from '../support/management.ts';
import { createTestRenderer } from '../support/renderer.ts';
import { type ContextPlatform, startContext } from '../support/route-context.ts';
import { copyReleases } from '../support/seeded-releases.ts';

const baseUrl = 'http://localhost';
/** Enough rounds for each kind of change, and for the first one twice. */
const rounds = 10;

const nugetMetadata = (await releaseOf({ id: 'probe', version: '1.0.0' })).metadata as Record<
  string,
  unknown
>;

const cases: { ecosystem: Ecosystem; metadata: Record<string, unknown> }[] = [
  { ecosystem: cargo, metadata: emptyMetadata },
  {
    ecosystem: npm,
    metadata: {
      manifest: { name: 'probe', version: '1.0.0', main: 'x.js', description: 'ä "probe"' },
      publisher: 'alice',
      fileCount: 3,
      unpackedSize: 300,
      provenance: null,
    },
  },
  { ecosystem: nuget, metadata: nugetMetadata },
];

/** Random numbers that are the same in every run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Every document as clients read it, and as one complete rendering would make it. */
async function bothOf(db: Queryable, ecosystem: Ecosystem, packageId: string) {
  const found = await findPackageWithTags(db, packageId, 1_000);
  if (!found) throw new Error('no package');
  const { tags, publishedReleases, ...pkg } = found;
  const releases = (await listWhole(db, packageId, 2 ** 30)) ?? [];
  expect(releases).toHaveLength(publishedReleases);
  const repository = { slug: pkg.repositorySlug, visibility: pkg.repositoryVisibility };
  const whole = wholeDocuments(ecosystem, {
    package: pkg,
    releases: releases.map(parseRelease),
    tags: new Map(tags),
    mounts: [sharedMount(ecosystem, baseUrl), repositoryMount(ecosystem, baseUrl, repository)],
    baseUrl,
  });
  const paths = await db.any(sql.type(AnyRow)`
    select documents.path from documents where documents.package_id = ${packageId}`);
  const read = await Promise.all(paths.map((row) => readOne(db, ecosystem.id, String(row['path']))));
  return {
    expected: new Map(whole.map(({ path, contentType, body }) => [path, [contentType, String(body)]])),
    actual: new Map(read),
  };
}

async function readOne(db: Queryable, ecosystem: EcosystemId, path: string) {
  const document = await findDocument(db, ecosystem, path);
  if (!document) throw new Error(`${path} is not there`);
  const { body, gzipBody, contentType } = document;
  if (gzipBody) expect(gunzipSync(gzipBody).equals(body)).toBe(true);
  return [path, [contentType, body.toString()]] as const;
}

describe.each(cases)('documents of $ecosystem.id', ({ ecosystem, metadata }) => {
  let platform: ContextPlatform | undefined;
  afterAll(() => platform?.stop());

  test(
    'are the same in parts as rendered whole, whatever happens to their releases',
    { timeout: 300_000 },
    async () => {
      platform = await startContext(ecosystem);
      const { pool } = platform.api;
      const alice = await platform.api.createPerson('alice');
      const draft = { name: 'probe', version: '1.0.0', publication: { name: 'probe', metadata } };
      const { packageId } = await platform.publish(alice, draft);
      const catalog = createCatalog(pool, createTestRenderer(undefined, baseUrl));
      const { changePackage } = catalog;
      await copyReleases(
        pool,
        packageId,
        Array.from({ length: 249 }, (_, index) => `1.${index + 1}.0`),
      );
      const random = createRandom(7);
      const pick = async (db: Queryable) => {
        const releases = await db.any(sql.type(AnyRow)`
        select id, version from releases where package_id = ${packageId} and state = 'published' order by version`);
        return releases[random(releases.length)]?.['id'] as string;
      };
      let added = 0;
      const changes: ((db: Queryable) => Promise<unknown>)[] = [
        (db) => copyReleases(db, packageId, [`1.${random(300)}.${(added += 1)}`]),
        (db) => copyReleases(db, packageId, [`2.0.${(added += 1)}`, `2.0.${(added += 1)}-beta.1`]),
        async (db) =>
          db.query(sql.unsafe`update releases set is_yanked = not is_yanked where id = ${await pick(db)}`),
        async (db) =>
          db.query(sql.unsafe`
          update releases set is_deprecated = true, deprecation_message = ${`old ${added}`} where id = ${await pick(db)}`),
        async (db) =>
          db.query(sql.unsafe`update releases set state = 'deleted' where id = ${await pick(db)}`),
        async (db) => setTag(db, { id: await pick(db), packageId }, ['latest', 'beta'][random(2)] ?? ''),
        async (db) =>
          db.query(sql.unsafe`
          insert into release_signatures (release_id, key_id, signature)
          values (${await pick(db)}, ${`key ${(added += 1)}`}, 'signed')`),
        (db) =>
          db.query(sql.unsafe`update packages set is_deprecated = not is_deprecated where id = ${packageId}`),
        (db) =>
          db.query(sql.unsafe`
          update releases set state = 'deleted'
          where id in (select id from releases where package_id = ${packageId} and state = 'published'
            order by version limit ${random(60)})`),
      ];

      await changePackage(packageId, async () => {});
      const first = await bothOf(pool, ecosystem, packageId);
      expect(first.actual).toEqual(first.expected);
      for (let round = 0; round < rounds; round += 1) {
        const change = changes[round % changes.length];
        await changePackage(packageId, async (tx) => change?.(tx));
        const { actual, expected } = await bothOf(pool, ecosystem, packageId);
        expect(actual, `after change ${round}`).toEqual(expected);
      }
      const few = sql.unsafe`
      update releases set state = 'deleted'
      where id in (select id from releases where package_id = ${packageId} and state = 'published' offset 3)`;
      await changePackage(packageId, async (tx) => tx.query(few));
      const { actual, expected } = await bothOf(pool, ecosystem, packageId);
      expect(actual).toEqual(expected);
    },
  );
});
