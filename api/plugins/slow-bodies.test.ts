import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerSlowBodies } from './slow-bodies.ts';

const idleMs = 400;
const windowMs = 1_200;
const minBytesPerSecond = 1_000;

let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  app = fastify();
  registerSlowBodies(app, { idleMs, minBytesPerSecond, windowMs });
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  app.post('/read', async (request) => {
    let size = 0;
    for await (const chunk of request.raw) size += (chunk as Buffer).length;
    return { size };
  });
  app.post('/later', async (request) => {
    await pause(2 * windowMs);
    let size = 0;
    for await (const chunk of request.raw) size += (chunk as Buffer).length;
    return { size };
  });
  app.post('/think', async () => {
    await pause(3 * idleMs);
    return { size: 0 };
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
});
afterAll(() => app.close());

/** Resolves however the socket ends. */
function closed(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => socket.once('close', resolve));
}

/** Sends the head of a request with a body of `length` bytes, or of chunks. */
function begin(path: string, length?: number): { socket: Socket; answer: () => string } {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  socket.on('error', () => undefined);
  const body = length === undefined ? 'transfer-encoding: chunked' : `content-length: ${length}`;
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: a/b\r\n${body}\r\n\r\n`);
  return { socket, answer: () => answer };
}

it.each([
  ['of a length', 10, 'abc'],
  ['of chunks', undefined, '3\r\nabc\r\n'],
  ['without a first byte', 10, ''],
])('a body %s that stops loses its connection, and no sooner than allowed', async (_what, length, part) => {
  const startedAt = Date.now();
  const { socket, answer } = begin('/read', length);
  if (part !== '') socket.write(part);

  await closed(socket);

  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(idleMs - 10);
  expect(answer()).toBe('');
});

it('a body that is only slow may take as long as it likes', async () => {
  const { socket, answer } = begin('/read', 5_000);
  for (let part = 0; part < 20; part += 1) {
    await pause(windowMs / 10);
    socket.write('x'.repeat(250));
  }
  await once(socket, 'data');

  expect(answer()).toContain('{"size":5000}');
  socket.destroy();
});

it('a body that trickles loses its connection, never silent as it was', async () => {
  const startedAt = Date.now();
  const { socket, answer } = begin('/read', 5_000);
  const trickle = setInterval(() => socket.write('x'), idleMs / 4);

  await closed(socket);
  clearInterval(trickle);

  expect(answer()).toBe('');
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(windowMs - 10);
});

it('a small body has the whole window', async () => {
  const { socket, answer } = begin('/read', 5);
  for (let byte = 0; byte < 5; byte += 1) {
    await pause(windowMs / 8);
    socket.write('x');
  }
  await once(socket, 'data');

  expect(answer()).toContain('{"size":5}');
  socket.destroy();
});

it('a reader that takes its time is not the fault of who sends', async () => {
  const { socket, answer } = begin('/later', 200_000);
  socket.write('x'.repeat(200_000));

  await once(socket, 'data');

  expect(answer()).toContain('{"size":200000}');
  socket.destroy();
});

it('an answer that takes its time after the body is no silence of the client', async () => {
  const { socket, answer } = begin('/think', 3);
  socket.write('abc');

  await once(socket, 'data');

  expect(answer()).toContain('200 OK');
  socket.destroy();
});
