import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from '@elastic/elasticsearch';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type GuardedSearch, guardSearch, openClient } from './client.ts';

let server: Server;
let client: Client;
let guarded: GuardedSearch;
let answer: number | null;
let searches = 0;
beforeEach(async () => {
  answer = 200;
  server = createServer((request, response) => {
    if (request.url?.includes('_search')) searches += 1;
    if (answer === null) return;
    const headers = { 'content-type': 'application/json', 'x-elastic-product': 'Elasticsearch' };
    response.writeHead(answer, headers).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  client = openClient({ nodes: [`http://127.0.0.1:${port}`], index: 'any' });
  guarded = guardSearch(client);
});
afterEach(async () => {
  guarded.end();
  await client.close();
  server.closeAllConnections();
  server.close();
});

const search = () => guarded.orNotReady(() => client.search({}, { requestTimeout: 200 }));

test('an engine that says nothing is waited for once, until it answers again', async () => {
  answer = null;

  await expect(search()).rejects.toMatchObject({ code: 'not_ready' });
  const before = searches;
  await expect(search()).rejects.toMatchObject({ code: 'not_ready' });
  expect(searches).toBe(before);

  answer = 200;
  await vi.waitFor(search, { timeout: 10_000 });
});

test('one that refuses is there: it is asked the next time', async () => {
  answer = 503;
  await expect(search()).rejects.toMatchObject({ code: 'not_ready' });

  answer = 200;
  await search();
});

test('a request that it does not understand is our mistake', async () => {
  answer = 400;

  await expect(search()).rejects.not.toMatchObject({ code: 'not_ready' });
});
