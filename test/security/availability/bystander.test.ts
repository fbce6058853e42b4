import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { watchDuring } from './measure-others.ts';

let end = () => {};
afterEach(() => end());

/** A bystander's figures of a service. */
async function watch(listener: RequestListener, work = () => pause(500)) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  end = () => {
    server.closeAllConnections();
    server.close();
  };
  const { port } = server.address() as AddressInfo;
  return watchDuring({ url: `http://127.0.0.1:${port}`, roles: {} }, 'token', work);
}

it('a bystander counts every /health that is not 200, and every connection that breaks', async () => {
  let asked = 0;
  const enough = Promise.withResolvers<void>();
  const serve: RequestListener = (request, response) => {
    if (request.url !== '/health') return response.end();
    asked += 1;
    if (asked === 6) enough.resolve();
    if (asked % 3 === 0) return response.writeHead(503).end();
    return asked % 3 === 1 ? response.end() : request.socket.destroy();
  };

  const { health } = await watch(serve, () => enough.promise);

  expect(health.failures).toEqual({ 503: expect.any(Number), ECONNRESET: expect.any(Number) });
});

it('a publish is tried again when the service says so, and all of it is its time', async () => {
  let tries = 0;
  const { publish } = await watch((request, response) => {
    if (request.method !== 'PUT') return response.end();
    tries += 1;
    request.resume();
    return tries === 1 ? response.writeHead(503, { 'retry-after': '1' }).end() : response.end();
  });

  expect(publish).toMatchObject({ refused: 1, failures: {} });
  expect(publish.slowestMs).toBeGreaterThanOrEqual(1_000);
});

it('a publish that is refused for good has failed', async () => {
  const { publish, health } = await watch((request, response) => {
    request.resume();
    response.writeHead(request.method === 'PUT' ? 500 : 200).end();
  });

  expect(publish.failures).toEqual({ 500: publish.count });
  expect(health.failures).toEqual({});
});
