import { parseArgs } from 'node:util';
import { anonymous } from '../domain/actor.ts';
import { openPool, sql } from '../store/postgres/pool.ts';
import { migrate } from '../store/postgres/migrate.ts';
import type { EntryRenderer } from '../store/search/entry-renderer.ts';
import { createPostgresSearch } from '../store/search/postgres.ts';
import { facetNames, type SearchRequest } from '../store/search/search.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { report, type Row, say } from './support/report.ts';
import { type Corpus, seedCorpus } from './support/search-corpus.ts';
import { distribution, round } from './support/statistics.ts';

const { values } = parseArgs({
  options: {
    packages: { type: 'string', default: '100000' },
    searches: { type: 'string', default: '40' },
  },
});
const searches = Number(values.searches);

say(`filling a database with ${values.packages} packages`);
const server = await startPostgres({ isDurable: true });
await migrate(server.url, 'migrations');
const corpus = await seedCorpus(server.url, Number(values.packages));
const pool = await openPool(server.url, 5);
// searches render nothing
const search = createPostgresSearch(pool, {} as EntryRenderer);

const plain: SearchRequest = { text: '', facets: [], fields: [], sort: 'relevance', offset: 0, limit: 20 };
const pick = (list: readonly string[], index: number) => list[index % list.length] ?? '';
const ecosystems = ['npm', 'cargo', 'maven', 'oci'] as const;

/** The n-th query of people. */
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

/** The least that any question costs, in turns with the searches. */
const lookUp = (name: string) =>
  pool.maybeOne(sql.typeAlias('id')`
    select package_id as id from search_documents where ecosystem = 'npm' and name_key = ${name}`);

const rows: Row[] = [];
const all: number[] = [];
const bare: number[] = [];
for (const [what, make] of Object.entries(kinds)) {
  const times: number[] = [];
  const totals: number[] = [];
  for (let index = -1; index < searches; index += 1) {
    const request = { ...plain, ...make(Math.max(0, index), corpus) };
    const taken = await time(async () => totals.push((await search.query(anonymous, request)).total));
    bare.push(await time(() => lookUp(pick(corpus.names, index + 1))));
    // the first one fills caches
    if (index >= 0) times.push(taken);
  }
  all.push(...times);
  const { median, p95 } = distribution(times);
  rows.push({ what, 'median ms': median, 'p95 ms': p95, 'most hits': Math.max(...totals) });
}
const whole = distribution(all);
const least = distribution(bare);
rows.push(
  { what: 'all of them', 'median ms': whole.median, 'p95 ms': whole.p95 },
  { what: 'a look-up by name', 'median ms': least.median, 'p95 ms': least.p95 },
  { what: 'all of them, x look-up', 'median ms': round(whole.median / least.median, 1) },
);
report(`Searches among ${values.packages} packages, with exact totals`, rows);
await pool.end();
await server.stop();
