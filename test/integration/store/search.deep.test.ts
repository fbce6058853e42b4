import { Client } from '@elastic/elasticsearch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anonymous } from '../../../domain/actor.ts';
import { newId } from '../../../store/postgres/ids.ts';
import { listEntries, type SearchEntry } from '../../../store/postgres/search/search-changes.ts';
import { type SearchFacts, searchContract } from '../../../store/search/contract.ts';
import type { SearchCopy } from '../../../store/search/copy.ts';
import { writeEntries } from '../../../store/search/elastic/write.ts';
import { createSearch } from '../../../store/search/open.ts';
import type { Search, SearchRequest } from '../../../store/search/search.ts';
import { type ElasticServer, startElasticsearch } from '../../support/elasticsearch/server.ts';
import { freePort } from '../../support/free-port.ts';
import { type Management, type Person, startManagement } from '../../support/management.ts';
import { createTestRenderer } from '../../support/renderer.ts';
import { searchSubject, seedSearchFacts, shipAll } from '../../support/search-subject.ts';

const alias = 'contract-packages';
let server: ElasticServer;
let api: Management;
let person: Person;
let facts: SearchFacts;
let elastic: Search;
let copy: SearchCopy;
let client: Client;
beforeAll(async () => {
  [server, api] = await Promise.all([startElasticsearch(), startManagement()]);
  client = new Client({ node: server.url });
  elastic = await openElastic(server.url);
  if (elastic.copy === null) throw new Error('no copy');
  ({ copy } = elastic);
  person = await api.createPerson('alice');
  facts = await seedSearchFacts(api, person);
}, 400_000);
afterAll(async () => {
  await elastic?.close();
  await client?.close();
  await api?.stop();
  await server?.stop();
});

const openElastic = (url: string) =>
  createSearch(api.pool, createTestRenderer(), { kind: 'elasticsearch', nodes: [url], index: alias });

const plain: SearchRequest = { text: '', facets: [], fields: [], sort: 'name', offset: 0, limit: 1_000 };
const namesOf = async (text: string) =>
  (await elastic.query(anonymous, { ...plain, text })).hits.map(({ name }) => name);

/** Rebuilds the index as the workflow does. */
async function rebuild(between: (after: string) => Promise<unknown> = async () => {}): Promise<number> {
  const index = await copy.begin();
  let copied = 0;
  for (let after: string | null = ''; after !== null;) {
    const page = await copy.copyPage(index, after, 20);
    copied += page.copied;
    await between(after);
    after = page.next;
  }
  await copy.finish(index);
  return copied;
}

describe('the index', () => {
  test('without one, searches are not ready and changes wait', async () => {
    await expect(elastic.query(anonymous, plain)).rejects.toMatchObject({ code: 'not_ready' });
    await expect(elastic.suggest(anonymous, { text: 'a', prefixes: ['a'], limit: 1 })).rejects.toMatchObject({
      code: 'not_ready',
    });
    await expect(elastic.ping()).rejects.toMatchObject({ code: 'not_ready' });
    expect([await copy.isCurrent(), (await copy.ship(500)).shipped]).toEqual([false, 0]);
    expect(await copy.countPending()).toBeGreaterThan(100);
  });

  test('is filled from the database, and told of what waits', async () => {
    expect(await rebuild()).toBe(await copy.countEntries());
    await shipAll(elastic);

    expect([await copy.isCurrent(), await copy.countPending()]).toEqual([true, 0]);
    await elastic.ping();
  });
});

describe('embedded', () => {
  searchContract(() => searchSubject(api, person, facts, api.platform.search));
});
describe('Elasticsearch', () => {
  searchContract(() => searchSubject(api, person, facts, elastic));
});

describe('copies', () => {
  async function entryOf(name: string): Promise<SearchEntry> {
    const found = (await listEntries(api.pool, '', 1_000)).find((entry) => entry.name === name);
    if (!found) throw new Error(`no entry of ${name}`);
    return found;
  }
  const write = (entry: SearchEntry, version: number, isGone = false) =>
    writeEntries(
      client,
      alias,
      [{ packageId: entry.packageId, version, entry: isGone ? null : { ...entry, version } }],
      true,
    );

  test('late messages lose against later ones, and against a removal', async () => {
    const name = `raced-${newId()}`;
    await searchSubject(api, person, facts, elastic).add(name);
    await shipAll(elastic);
    const entry = await entryOf(name);
    const described = async () =>
      (await elastic.query(anonymous, { ...plain, text: name })).hits.map(({ description }) => description);

    await write({ ...entry, description: 'newer' }, entry.version + 20);
    await write({ ...entry, description: 'late' }, entry.version + 10);
    expect(await described()).toEqual(['newer']);
    await write(entry, entry.version + 30, true);
    await write({ ...entry, description: 'too late' }, entry.version + 25);
    expect(await described()).toEqual([]);
  });

  test('an entry that the engine refuses is left out and keeps no other waiting', async () => {
    const [good, bad] = [`good-${newId()}`, `bad-${newId()}`];
    for (const name of [good, bad]) await searchSubject(api, person, facts, elastic).add(name);
    await shipAll(elastic);
    const entries = [await entryOf(bad), await entryOf(good)];
    const messages = entries.map((entry) => ({
      packageId: entry.packageId,
      version: entry.version + 1,
      entry: { ...entry, version: entry.version + 1, description: 'again' },
    }));
    if (messages[0]) messages[0].entry.downloadCount = Number.MAX_VALUE;

    const refused = await writeEntries(client, alias, messages, true);

    expect(refused).toEqual([messages[0]?.packageId]);
    expect([await namesOf(bad), await namesOf(good)]).toEqual([[], [good]]);
  });

  test('a new index takes the place of the old one while it is searched, with what changed meanwhile', async () => {
    const subject = searchSubject(api, person, facts, elastic);
    const names = [`before-${newId()}`, `between-${newId()}`, `gone-${newId()}`];
    await subject.add(names[0] ?? '');
    const gone = await subject.add(names[2] ?? '');
    await shipAll(elastic);
    const before = Object.keys(await client.indices.getAlias({ index: `${alias}-v*` }));
    const all = (await elastic.query(anonymous, { ...plain, text: 'pager' })).total;
    const over = new AbortController();
    const totals = new Set<number>();
    const searching = (async () => {
      while (!over.signal.aborted)
        totals.add((await elastic.query(anonymous, { ...plain, text: 'pager' })).total);
    })();
    let isChanged = false;

    await rebuild(async () => {
      if (isChanged) return;
      isChanged = true;
      await subject.add(names[1] ?? '');
      await gone.hide();
      await shipAll(elastic);
    });
    over.abort();
    await searching;
    await copy.dropOthers();

    expect(totals).toEqual(new Set([all]));
    const after = Object.keys(await client.indices.getAlias({ index: `${alias}-v*` }));
    expect(after).toHaveLength(1);
    expect(before).not.toContain(after[0]);
    const found = await Promise.all(names.map(namesOf));
    expect(found).toEqual([[names[0]], [names[1]], []]);
  });

  test('an index that was left behind goes with the next, and fills no more', async () => {
    const left = await copy.begin();
    await copy.copyPage(left, '', 20);

    expect(await rebuild()).toBe(await copy.countEntries());
    await copy.dropOthers();

    await expect(copy.copyPage(left, '', 20)).rejects.toMatchObject({ code: 'invalid_state' });
    await expect(copy.finish(left)).rejects.toMatchObject({ code: 'invalid_state' });
    expect(Object.keys(await client.indices.getAlias({ index: `${alias}-v*` }))).toHaveLength(1);
  });
});

test('an address where nothing listens is an engine that is away', async () => {
  const search = await openElastic(`http://127.0.0.1:${await freePort()}`);

  await expect(search.query(anonymous, plain)).rejects.toMatchObject({ code: 'not_ready' });
  await expect(search.ping()).rejects.toMatchObject({ code: 'not_ready' });
  await search.close();
});
