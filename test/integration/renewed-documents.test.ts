import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isShownToReadersOf, Visibility } from '../../domain/visibility.ts';
import { cargo } from '../../ecosystems/cargo/index.ts';
import { emptyMetadata } from '../../ecosystems/cargo/fixtures/samples.ts';
import type { WideDocument } from '../../ecosystems/repository-indexes.ts';
import { updateRepository } from '../../services/repositories/update.ts';
import { updatePackage } from '../../store/postgres/packages/package-write.ts';
import { sql } from '../../store/postgres/pool.ts';
import type { Person } from '../support/management.ts';
import { type ContextPlatform, startContext } from '../support/route-context.ts';

const log: WideDocument = {
  path: 'log',
  contentType: 'text/plain',
  etag: 'md5',
  keeps: 'every entry',
  head: () => Buffer.from('---\n'),
  entry: ({ package: { name }, releases }) => Buffer.from(`${name} ${releases.length}\n`),
  compact: (entries) => entries.at(-1) ?? null,
};

let platform: ContextPlatform;
let alice: Person;
beforeAll(async () => {
  platform = await startContext({ ...cargo, wideDocuments: [log] });
  alice = await platform.api.createPerson('alice');
});
afterAll(() => platform?.stop());

async function publish(name: string, visibility: Visibility): Promise<string> {
  const draft = { name, version: '1.0.0', publication: { name, metadata: emptyMetadata } };
  const { packageId } = await platform.publish(alice, draft);
  await show(packageId, visibility);
  return packageId;
}

const show = (id: string, visibility: Visibility) =>
  platform.api.platform.catalog.changePackage(id, async (tx) => updatePackage(tx, id, { visibility }));

/** The documents that a change writes again. */
async function renewedBy(change: () => Promise<unknown>): Promise<string[]> {
  const read = async () => {
    const rows = await platform.api.pool.any(sql.type(
      z.object({ path: z.string(), renewedAt: z.date().nullable() }),
    )`
      select documents.path, documents.renewed_at from documents where documents.package_id is null
      order by documents.path`);
    return new Map(rows.map(({ path, renewedAt }) => [path, renewedAt?.getTime() ?? 0]));
  };
  const before = await read();
  await change();
  return [...(await read())].flatMap(([path, at]) => ((before.get(path) ?? 0) === at ? [] : [path]));
}

describe('a document about many packages is renewed', () => {
  test.each<[Visibility, Visibility, string[]]>([
    ['public', 'private', ['log', 'r/alice/log']],
    ['private', 'public', ['log', 'r/alice/log']],
    ['public', 'unlisted', ['log', 'r/alice/log']],
    ['private', 'quarantined', []],
    ['quarantined', 'private', []],
    ['unlisted', 'private', []],
    ['internal_org', 'unlisted', []],
  ])('when a package that was %s is %s, if its readers see that', async (from, to, renewed) => {
    const id = await publish(`from-${from}-to-${to}`.replaceAll('_', '-'), from);

    expect(await renewedBy(() => show(id, to))).toEqual(renewed);
  });

  test('when a package that they see is gone, and not when it is another', async () => {
    const [open, hidden] = [await publish('open-gone', 'public'), await publish('hidden-gone', 'private')];
    const remove = (id: string) =>
      platform.api.pool.query(sql.unsafe`
        with gone as (delete from releases where releases.package_id = ${id})
        delete from packages where packages.id = ${id}`);

    expect(await renewedBy(() => remove(hidden))).toEqual([]);
    expect(await renewedBy(() => remove(open))).toEqual(['log', 'r/alice/log']);
  });

  test('when their repository is shown or hidden; others learn of it while it is public', async () => {
    await publish('in-repository', 'public');
    const { caller } = await platform.as(alice, async (asked) => asked);
    const { platform: deps, pool } = platform.api;
    const set = (visibility: 'public' | 'private' | 'unlisted') => () =>
      updateRepository({ ...deps, pool, log: deps.log, announce: () => {} }, caller, 'alice', { visibility });

    expect(await renewedBy(set('private'))).toEqual(['log', 'r/alice/log']);
    expect(await renewedBy(set('unlisted'))).toEqual(['r/alice/log']);
    expect(await renewedBy(set('public'))).toEqual(['log', 'r/alice/log']);
  });
});

test('the database knows who sees a package in a repository as the domain does', async () => {
  const Pair = z.object({ repository: Visibility, pkg: Visibility, isShown: z.boolean() });
  const all = sql.array([...Visibility.options], 'text');

  const pairs = await platform.api.pool.any(sql.type(Pair)`
    select repository, pkg, is_shown_to_readers_of(repository, pkg) as is_shown
    from unnest(${all}) as repository cross join unnest(${all}) as pkg`);

  expect(pairs).toHaveLength(Visibility.options.length ** 2);
  expect(pairs).toEqual(
    pairs.map((pair) => ({ ...pair, isShown: isShownToReadersOf(pair.repository, pair.pkg) })),
  );
});
