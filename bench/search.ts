import { parseArgs } from 'node:util';
import { anonymous } from '../domain/actor.ts';
import { openPool, sql } from '../store/postgres/pool.ts';
import { migrate } from '../store/postgres/migrate.ts';
import type { EntryRenderer } from '../store/search/entry-renderer.ts';
import { createSearch } from '../store/search/open.ts';
import { facetNames, type Search, type SearchRequest } from '../store/search/search.ts';
import { startElasticsearch } from '../test/support/elasticsearch/server.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { report, type Row, say } from './support/report.ts';
import { type Corpus, seedCorpus } from './support/search-corpus.ts';
import { distribution, round } from './support/statistics.ts';

const { values } = parseArgs({
  options: {
    packages: { type: 'string', default: '100000' },
    searches: { type: 'string', default: '40' },
    only: { type: 'string', default: 'database,elasticsearch' },
  },
});
const searches = Number(values.searches);

say(`filling a database with ${values.packages} packages`);
const server = await startPostgres({ isDurable: true });
await migrate(server.url, 'migrations');
const corpus = await seedCorpus(server.url, Number(values.packages));
const pool = await openPool(server.url, 5);
// searches do not render
const renderer = {} as EntryRenderer;
const engines: { name: string; search: Search }[] = [];
if (values.only.includes('database')) {
  engines.push({ name: 'database', search: await createSearch(pool, renderer, { kind: 'postgres' }) });
}
const elastic = values.only.includes('elasticsearch') ? await startElasticsearch({ compiler: 'full' }) : null;
if (elastic) {
  const nodes = [elastic.url];
  const search = await createSearch(pool, renderer, { kind: 'elasticsearch', nodes, index: 'bench' });
  engines.push({ name: 'Elasticsearch', search });
  const taken = await time(() => copyAll(search));
  say(`copied to Elasticsearch in ${round(taken / 1_000, 1)} s`);
}

const plain: SearchRequest = { text: '', facets: [], fields: [], sort: 'relevance', offset: 0, limit: 20 };
const pick = (list: readonly string[], index: number) => list[index % list.length] ?? '';
const ecosystems = ['npm', 'cargo', 'maven', 'oci'] as const;

/** Searches as people send them, by a running number. */
const kinds: Record<string, (index: number, corpus: Corpus) => Partial<SearchRequest>> = {
  'a name': (index, { names }) => ({ text: pick(names, index * 37) }),
  'a name with a slip': (index, { names }) => ({ text: swapped(pick(names, index * 41)) }),
  'the beginning of a name': (index, { names }) => ({ text: pick(names, index * 41).slice(0, 4) }),
  'one of the ten most frequent words': (index, { words }) => ({ text: pick(words, index % 10) }),
  'a usual word': (index, { words }) => ({ text: pick(words, 20 + index * 3) }),
  'a rare word': (index, { words }) => ({ text: pick(words, 500 + index * 13) }),
  'two words': (index, { words }) => ({ text: `${pick(words, index)} ${pick(words, 30 + index)}` }),
  'a part of a word': (index, { words }) => ({ text: pick(words, 300 + index * 7).slice(1) }),
  'a word, by update': (index, { words }) => ({ text: pick(words, 20 + index * 3), sort: 'updated' }),
  'a word in one ecosystem': (index, { words }) => ({
    text: pick(words, 20 + index * 3),
    ecosystem: ecosystems[index % ecosystems.length],
  }),
  'everything, by downloads': () => ({}),
  'everything, by update': () => ({ sort: 'updated' }),
  'everything, by name': () => ({ sort: 'name' }),
  'an ecosystem, by update': (index) => ({
    ecosystem: ecosystems[index % ecosystems.length],
    sort: 'updated',
  }),
  'an organization': (index) => ({ org: `org-${index * 7}` }),
  'a repository': (index) => ({ repository: `org-${index * 7}-all` }),
  'a licence': (index) => ({ license: ['MIT', 'ISC', 'GPL-3.0-only'][index % 3] }),
  'everything, counted by three': () => ({ countBy: facetNames }),
  'a usual word, counted by three': (index, { words }) => ({
    text: pick(words, 20 + index * 3),
    countBy: facetNames,
  }),
  'a keyword': (index, { words }) => ({ keyword: pick(words, index * 5) }),
};

const swapped = (name: string) => name.replace(/(.)(.)(.)/, '$1$3$2');

async function time(action: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await action();
  return performance.now() - begun;
}

/** Copies all entries like `reindexSearch`. */
async function copyAll({ copy }: Search): Promise<void> {
  if (copy === null) return;
  const index = await copy.begin();
  for (let after: string | null = ''; after !== null;) {
    const from: string = after;
    // a busy machine may be late; the workflow retries as well
    const page = await copy.copyPage(index, from, 200).catch(() => copy.copyPage(index, from, 200));
    after = page.next;
  }
  await copy.finish(index);
  // the rows of the corpus are recorded as changes as well
  await pool.query(sql.typeAlias('void')`delete from search_changes`);
}

/** The cost of the cheapest query, measured between the searches. */
const lookUp = (name: string) =>
  pool.maybeOne(sql.typeAlias('id')`
    select package_id as id from search_documents where ecosystem = 'npm' and name_key = ${name}`);

say('each kind ten times before it counts: Java compiles what runs often');
for (const make of Object.values(kinds)) {
  for (let index = 0; index < 10; index += 1) {
    const request = { ...plain, ...make(index + searches, corpus) };
    for (const { search } of engines) await search.query(anonymous, request);
  }
}

const rows: Row[] = [];
const all = new Map(engines.map(({ name }) => [name, [] as number[]]));
const bare: number[] = [];
for (const [what, make] of Object.entries(kinds)) {
  const row: Row = { what };
  const totals: number[] = [];
  const taken = new Map(engines.map(({ name }) => [name, [] as number[]]));
  for (let index = -1; index < searches; index += 1) {
    const request = { ...plain, ...make(Math.max(0, index), corpus) };
    for (const { name, search } of engines) {
      const ms = await time(async () => totals.push((await search.query(anonymous, request)).total));
      // the first search fills caches
      if (index >= 0) taken.get(name)?.push(ms);
    }
    bare.push(await time(() => lookUp(pick(corpus.names, index + 1))));
  }
  for (const [name, times] of taken) {
    const { median, p95 } = distribution(times);
    all.get(name)?.push(...times);
    Object.assign(row, { [`${name}: median ms`]: median, [`${name}: p95 ms`]: p95 });
  }
  rows.push({ ...row, 'most hits': Math.max(...totals) });
}
const least = distribution(bare);
const whole: Row = { what: 'all of them' };
const ratios: Row = { what: 'all of them, x look-up' };
const lookUps: Row = { what: 'a look-up by name' };
for (const [name, times] of all) {
  const { median, p95 } = distribution(times);
  Object.assign(whole, { [`${name}: median ms`]: median, [`${name}: p95 ms`]: p95 });
  Object.assign(ratios, { [`${name}: median ms`]: round(median / least.median, 1) });
}
Object.assign(lookUps, { 'database: median ms': least.median, 'database: p95 ms': least.p95 });
report(`Searches among ${values.packages} packages, with exact totals`, [...rows, whole, lookUps, ratios]);
for (const { search } of engines) await search.close();
await elastic?.stop();
await pool.end();
await server.stop();
