import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { fetchAgain } from './fetch-again.ts';

let received: string[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    received.push(body);
    const isBusy = request.url === '/busy' && received.length < 3;
    response.writeHead(isBusy ? 503 : 200, { 'retry-after': '0' }).end();
  });
});

afterEach(() => {
  received = [];
  server.close();
});

it('sends the same again while the server is busy, and nothing twice otherwise', async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  expect((await fetchAgain(`${url}/busy`, { method: 'POST', body: 'a' })).status).toBe(200);
  expect(received).toEqual(['a', 'a', 'a']);
  expect((await fetchAgain(url, { method: 'POST', body: 'b' })).status).toBe(200);
  expect(received).toEqual(['a', 'a', 'a', 'b']);
});
