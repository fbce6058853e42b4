import { Client } from '@elastic/elasticsearch';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishCrate, readIndex } from '../support/cargo.ts';
import { type Crate, makeCrate } from '../support/crates.ts';
import { query } from '../support/database.ts';
import { type ElasticServer, startElasticsearch } from '../support/elasticsearch/server.ts';
import { eventually } from '../support/eventually.ts';
import { type CombinedPlatform, startCombinedPlatform, type TestUser } from '../support/platform.ts';
import { assertReplays } from '../support/replay.ts';
import { openWorkflows } from '../support/workflows.ts';

let server: ElasticServer;
let platform: CombinedPlatform;
let user: TestUser;
let client: Client;
beforeAll(async () => {
  server = await startElasticsearch();
  client = new Client({ node: server.url });
  platform = await startCombinedPlatform({ ELASTICSEARCH_URL: server.url });
  user = await platform.createUser();
}, 400_000);
afterAll(async () => {
  await client?.close();
  await platform?.stop();
  await server?.stop();
});

/** A search for each protocol that has one. */
const searches = [
  '/v1/search?q=x',
  '/v1/search/suggest?q=x',
  '/cargo/api/v1/crates?q=x',
  '/npm/-/v1/search?text=x',
  '/nuget/v3/search?q=x',
  '/nuget/v3/autocomplete?q=x',
  '/maven/solrsearch/select?q=x',
  '/rubygems/api/v1/search.json?query=x',
  '/composer/search.json?q=x',
  '/generic/?q=x',
  '/search?q=x',
];
const slow = { withinMs: 60_000 };

const statusOf = async (path: string) => (await fetch(`${platform.url}${path}`)).status;

async function find(name: string): Promise<{ status: number; total: unknown }> {
  const response = await fetch(`${platform.url}/v1/search?q=${name}`);
  const body = (await response.json()) as { total?: number };
  return { status: response.status, total: body.total };
}

async function publish(): Promise<Crate> {
  const crate = await makeCrate();
  expect((await publishCrate(platform, crate, user.token)).status).toBe(200);
  return crate;
}

const untilFound = (crate: Crate) =>
  eventually(async () => expect(await find(crate.name)).toEqual({ status: 200, total: 1 }), slow);

async function callAdmin(method: string, path: string) {
  const headers = { authorization: `Bearer ${platform.adminToken}` };
  const response = await fetch(`${platform.url}/v1/admin/${path}`, { method, headers });
  return (await response.json()) as Record<string, unknown>;
}

const untilCompleted = (id: unknown) =>
  eventually(async () => {
    const job = await callAdmin('GET', `jobs/${String(id)}`);
    expect(job).toMatchObject({ status: 'completed' });
    return job;
  }, slow);

test('the first worker makes the index, and what is published is found a moment later', async () => {
  const crate = await publish();

  await untilFound(crate);

  for (const path of searches) expect([path, await statusOf(path)]).toEqual([path, 200]);
  expect(await (await fetch(`${platform.url}/readiness`)).json()).toMatchObject({ search: 'ok' });
});

test('the index is made anew on request; the job counts, the workflow says how far it is', async () => {
  const indexesOf = async () => Object.keys(await client.indices.getAlias({ index: 'rookery-packages-v*' }));
  const crate = await publish();
  await untilFound(crate);
  // the rebuild of the first start removes the previous index, which takes ten seconds
  await eventually(async () => {
    expect(await callAdmin('GET', 'jobs?state=running&kind=reindex_search')).toMatchObject({ jobs: [] });
  }, slow);
  const [before] = await indexesOf();

  const { job_id: id } = await callAdmin('POST', 'reindex');

  const [{ count } = { count: 0 }] = await query<{ count: number }>(
    platform.databaseUrl,
    'select count(*)::int as count from search_documents',
    [],
  );
  const job = await untilCompleted(id);
  expect(job).toMatchObject({
    kind: 'reindex_search',
    payload: { result: { projected: count, failed: 0, copied: count, total: count } },
  });
  await using workflows = openWorkflows(platform.temporal);
  const run = workflows.workflow.getHandle('reindex-search-on-request');
  const after = await indexesOf();
  expect(await run.query('progress')).toEqual({
    projected: count,
    copied: count,
    total: count,
    index: after[0],
  });
  expect([after.length, after.includes(before ?? '')]).toEqual([1, false]);
  await untilFound(crate);
});

test('while it is away, only searches are refused; then everything is caught up, and what was hidden is never shown', async () => {
  const [before, hidden] = [await publish(), await publish()];
  await untilFound(hidden);

  await server.kill();
  for (const path of searches) {
    const response = await fetch(`${platform.url}${path}`);
    expect([path, response.status, response.headers.has('retry-after')]).toEqual([path, 503, true]);
  }
  const meanwhile = await publish();
  const response = await fetch(`${platform.url}/v1/packages/cargo/${hidden.name}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${user.session}`, 'content-type': 'application/json' },
    body: JSON.stringify({ visibility: 'private' }),
  });
  expect(response.status).toBe(200);
  expect((await readIndex(platform, meanwhile.name)).size).toBe(1);
  for (const path of ['/', `/packages/cargo/${meanwhile.name}`, `/v1/packages/cargo/${before.name}`]) {
    expect([path, await statusOf(path)]).toEqual([path, 200]);
  }
  await eventually(async () => {
    const readiness = await fetch(`${platform.url}/readiness`);
    expect([readiness.status, await readiness.json()]).toMatchObject([200, { search: 'error' }]);
  });

  await server.restart();
  await eventually(async () => {
    const { status, total } = await find(hidden.name);
    // already the first search that succeeds must hide it
    expect(total ?? 0).toBe(0);
    expect(status).toBe(200);
  }, slow);
  await untilFound(meanwhile);
  expect(await find(hidden.name)).toEqual({ status: 200, total: 0 });
  expect((await find(before.name)).total).toBe(1);
});

test('an index that is lost is made anew by itself', async () => {
  const crate = await publish();
  await untilFound(crate);
  const [index = ''] = Object.keys(await client.indices.getAlias({ name: 'rookery-packages' }));

  await client.indices.delete({ index });

  expect((await find(crate.name)).status).toBe(503);
  await eventually(async () => expect((await find(crate.name)).total).toBe(1), { withinMs: 150_000 });
});

test('every history replays', () => assertReplays(platform.temporal));
