import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { emptyMetadata } from '../../ecosystems/cargo/fixtures/samples.ts';
import { cargo } from '../../ecosystems/cargo/index.ts';
import { createEcosystems } from '../../ecosystems/index.ts';
import type { WideDocument } from '../../ecosystems/repository-indexes.ts';
import { updateRepository } from '../../services/repositories/update.ts';
import { newId } from '../../store/postgres/ids.ts';
import { type Catalog, createCatalog } from '../../store/postgres/packages/catalog.ts';
import { insertNamespace, moveIntoNamespace } from '../../store/postgres/packages/namespaces.ts';
import { updatePackage } from '../../store/postgres/packages/package-write.ts';
import { rehousePackage } from '../../store/postgres/packages/transfers.ts';
import { readWideDocument } from '../../store/postgres/documents/wide-reads.ts';
import { openPool, type Pool, sql } from '../../store/postgres/pool.ts';
import { holdLock } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import type { Person } from '../support/management.ts';
import { createTestRenderer } from '../support/renderer.ts';
import { type ContextPlatform, startContext } from '../support/route-context.ts';

/** A document with a line for each change; the last line of a package has the digest of its index. */
const log: WideDocument = {
  path: 'log',
  contentType: 'text/plain',
  etag: 'md5',
  keeps: 'every entry',
  head: () => Buffer.from('---\n'),
  entry: ({ package: { name }, etags }) => Buffer.from(`${name} ${[...etags.values()].join()}\n`),
  compact: (entries) => entries.at(-1) ?? null,
};
const again: WideDocument = { ...log, path: 'again' };
const ecosystem = { ...cargo, wideDocuments: [log, again] };

const Repository = z.object({ id: z.string(), slug: z.string() });
const Standing = z.object({ name: z.string(), slug: z.string(), etag: z.string() });

const packages = Array.from({ length: 10 }, (_, index) => `crowd-${index}`);
const rounds = 12;

let platform: ContextPlatform;
let alice: Person;
beforeAll(async () => {
  platform = await startContext(ecosystem);
  alice = await platform.api.createPerson('alice');
});
afterAll(() => platform?.stop());

/** The database's count of deadlocks. A backend reports its own when it ends. */
async function countDeadlocks(pool: Pool): Promise<number> {
  await eventually(async () => {
    const open = await pool.oneFirst(sql.unsafe`
      select count(*) from pg_stat_activity where application_name = 'crowd'`);
    expect(open).toBe(0);
  });
  return Number(
    await pool.oneFirst(sql.unsafe`
      select deadlocks from pg_stat_database where datname = current_database()`),
  );
}

function openCrowd(connections: number): Promise<Pool> {
  const url = new URL(platform.api.platform.config.database.url);
  url.searchParams.set('application_name', 'crowd');
  return openPool(url.href, connections);
}

async function repeat(times: number, one: (round: number) => Promise<unknown>): Promise<void> {
  for (let round = 0; round < times; round += 1) await one(round);
}

async function change(catalog: Catalog, id: string, round: number): Promise<void> {
  await catalog.changePackage(id, async (tx) =>
    tx.query(sql.unsafe`
      update releases set is_yanked = ${round % 2 === 0} where releases.package_id = ${id}`),
  );
}

test('publishes, moves and changes of visibility at the same time never wait for each other in a circle', async () => {
  const { pool, platform: deps } = platform.api;
  const ids: string[] = [];
  for (const name of packages) {
    const draft = { name, version: '1.0.0', publication: { name, metadata: emptyMetadata } };
    ids.push((await platform.publish(alice, draft)).packageId);
  }
  const made = await platform.api.call('POST', '/v1/repositories', {
    token: alice.token,
    body: { name: 'Second', slug: 'a-second', kind: 'public' },
  });
  expect(made).toMatchObject({ status: 201 });
  const repositories = await pool.any(sql.type(Repository)`
    select repositories.id, repositories.slug from repositories order by repositories.slug`);
  expect(repositories).toHaveLength(2);
  const { caller } = await platform.as(alice, async (asked) => asked);
  const crowd = await openCrowd(16);
  const catalog = createCatalog(crowd, createTestRenderer(createEcosystems([ecosystem])));
  const repositoryAt = (round: number) => repositories[round % repositories.length]?.id ?? '';

  await Promise.all([
    ...ids.map((id) => repeat(rounds, (round) => change(catalog, id, round))),
    ...ids.map((id, index) =>
      repeat(rounds, (round) =>
        catalog.changePackage(id, async (tx) =>
          index % 2 === 0
            ? rehousePackage(tx, id, { repositoryId: repositoryAt(round), visibility: 'public' })
            : updatePackage(tx, id, { visibility: 'public' }),
        ),
      ),
    ),
    ...repositories.map(({ slug }) =>
      repeat(2 * rounds, (round) =>
        updateRepository({ ...deps, pool: crowd, log: deps.log, announce: () => {} }, caller, slug, {
          visibility: round % 2 === 0 ? 'unlisted' : 'public',
        }),
      ),
    ),
  ]);
  await Promise.all(
    ids.map((id) => catalog.changePackage(id, async (tx) => updatePackage(tx, id, { visibility: 'public' }))),
  );
  await crowd.end();

  expect(await countDeadlocks(pool)).toBe(0);
  const standing = await pool.any(sql.type(Standing)`
    select packages.name, repositories.slug, documents.etag from packages
    join repositories on repositories.id = packages.repository_id
    join documents on documents.package_id = packages.id`);
  expect(standing).toHaveLength(packages.length);
  for (const path of ['log', 'again']) {
    for (const { name, slug, etag } of standing) {
      for (const place of [path, `r/${slug}/${path}`]) {
        const ref = { ecosystem: 'cargo', path: place, order: 'time' } as const;
        const { body } = (await readWideDocument(pool, ref, { edition: '', position: 0 })) ?? {};
        const lines = String(body).split('\n');
        expect(
          lines.findLast((line) => line.startsWith(`${name} `)),
          place,
        ).toBe(`${name} ${etag}`);
      }
    }
  }
});

test('packages that come into a namespace are locked in the order of their ids, whatever their order by name or place', async () => {
  const { pool } = platform.api;
  const [low = '', high = ''] = [newId(), newId()].toSorted();
  for (const [id, name] of [
    [high, '@crowd/a'],
    [low, '@crowd/b'],
  ] as const) {
    await pool.query(sql.unsafe`
      insert into packages (id, repository_id, ecosystem, name, name_key, visibility)
      values (${id}, ${alice.repositoryId}, 'npm', ${name}, ${name}, 'public')`);
  }
  const claim = {
    id: newId(),
    ecosystem: 'npm',
    namespace: 'crowd',
    owner: { userId: alice.id, organizationId: null },
  } as const;
  await insertNamespace(pool, claim);
  const before = await countDeadlocks(pool);
  const crowd = await openCrowd(1);
  const lock = 'select from packages where packages.id = $1 for no key update';
  const other = await holdLock(platform.api.platform.config.database.url, lock, [low]);

  const moving = crowd.transaction((tx) => moveIntoNamespace(tx, { ...claim, prefixes: ['@crowd/'] }));
  await eventually(async () => expect(await other.waiting()).toBe(1));
  await other.also(lock, [high]);
  await other.release();
  await moving;
  await crowd.end();

  expect(await countDeadlocks(pool)).toBe(before);
  const placed = await pool.oneFirst(sql.unsafe`
    select count(*)::integer from packages where packages.namespace_id = ${claim.id}`);
  expect(placed).toBe(2);
});
