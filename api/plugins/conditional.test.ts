import Fastify, { type FastifyInstance } from 'fastify';
import { type AddressInfo, connect } from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { registerConditional } from './conditional.ts';

let app: FastifyInstance;
let ranges: (string | undefined)[];
let changes: string[];
let finish: () => void;
beforeEach(async () => {
  app = Fastify();
  ranges = [];
  changes = [];
  const gate = Promise.withResolvers<void>();
  finish = gate.resolve;
  app.decorateRequest('actor');
  app.addHook('onRequest', async (request) => {
    const isSomebody = request.headers.authorization !== undefined;
    request.actor = (isSomebody ? { kind: 'user' } : { kind: 'anonymous' }) as typeof request.actor;
  });
  registerConditional(app);
  app.get('/thing', async (request) => {
    ranges.push(request.headers.range);
    return { name: 'thing' };
  });
  app.patch<{ Querystring: { who: string } }>('/thing', async ({ query }) => {
    changes.push(query.who);
    if (query.who === 'first') await gate.promise;
    return {};
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  finish();
  await app.close();
});

const port = () => (app.server.address() as AddressInfo).port;

async function begin(who: string) {
  const socket = connect(port(), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`PATCH /thing?who=${who} HTTP/1.1\r\nHost: x\r\nAuthorization: x\r\nIf-Match: *\r\n\r\n`);
  return socket;
}

const change = (who: string, headers: Record<string, string> = { authorization: 'x' }) =>
  fetch(`http://127.0.0.1:${port()}/thing?who=${who}`, {
    method: 'PATCH',
    headers: { 'if-match': '*', ...headers },
  });

it('a client that goes away keeps nobody from changing the same thing', async () => {
  const first = await begin('first');
  await expect.poll(() => changes).toEqual(['first']);
  first.destroy();

  const second = await change('second');

  expect(second.status).toBe(200);
  expect(changes).toEqual(['first', 'second']);
});

it('one that goes away while it waits leaves the turn of the one before it', async () => {
  const first = await begin('first');
  await expect.poll(() => changes).toEqual(['first']);
  const waiting = await begin('waiting');
  const closed = once(waiting, 'close');
  waiting.destroy();
  await closed;
  const third = change('third');
  // time for a lock that was left too early
  await app.inject('/thing');

  expect(changes).toEqual(['first']);
  finish();
  expect((await third).status).toBe(200);
  first.destroy();
});

it('reads one byte of a file, and nothing for nobody', async () => {
  expect((await change('nobody', {})).status).toBe(200);
  expect(ranges).toEqual([]);

  expect((await change('somebody')).status).toBe(200);
  expect(ranges).toEqual(['bytes=0-0']);
});
