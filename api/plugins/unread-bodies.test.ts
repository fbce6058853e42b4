import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerUnreadBodies } from './unread-bodies.ts';

const limits = { bytes: 1024 * 1024, milliseconds: 500 };

let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  app = fastify();
  registerUnreadBodies(app, limits);
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  app.addHook('onRequest', async (request) => {
    if (request.url === '/refused') throw new Error('refused');
  });
  app.post('/refused', async () => ({}));
  app.post('/small', async () => ({}));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
});
afterAll(() => app.close());

/** Resolves however the socket ends. */
function closed(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => socket.once('close', resolve));
}

async function refuse(length: number): Promise<{ socket: Socket; answer: () => string }> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  socket.write(`POST /refused HTTP/1.1\r\nhost: x\r\ncontent-type: a/b\r\ncontent-length: ${length}\r\n\r\n`);
  await once(socket, 'data');
  return { socket, answer: () => answer };
}

it('two hundred refused bodies that trickle are gone soon, each with its answer', async () => {
  const uploads = await Promise.all(Array.from({ length: 200 }, () => refuse(1_000_000)));
  const startedAt = Date.now();
  const trickle = setInterval(() => {
    for (const { socket } of uploads) socket.write('x');
  }, 50);

  await Promise.all(uploads.map(({ socket }) => closed(socket)));
  clearInterval(trickle);

  expect(Date.now() - startedAt).toBeLessThan(20 * limits.milliseconds);
  expect(uploads.every(({ answer }) => answer().startsWith('HTTP/1.1 500'))).toBe(true);
});

it('a refused body is read no further than its bytes', async () => {
  const { socket } = await refuse(1_000_000_000);
  let sent = 0;
  const chunk = Buffer.alloc(256 * 1024);
  const send = () => {
    while (!socket.destroyed && socket.write(chunk)) sent += chunk.length;
  };
  socket.on('drain', send);
  send();

  await closed(socket);

  expect(sent).toBeLessThan(100 * limits.bytes);
});

it('what was refused and comes to its end leaves the connection to the next request', async () => {
  const { socket, answer } = await refuse(10);
  socket.write(
    `${'x'.repeat(10)}POST /small HTTP/1.1\r\nhost: x\r\ncontent-type: a/b\r\ncontent-length: 0\r\n\r\n`,
  );

  await once(socket, 'data');

  expect(answer()).toContain('200 OK');
  socket.destroy();
});

it('a request of our own, which has no connection, is not looked at', async () => {
  const answer = await app.inject({ method: 'POST', url: '/small', headers: { 'content-type': 'a/b' } });
  expect(answer.statusCode).toBe(200);

  // by then the body would be given up as well, and an error in a timer ends the process
  const { socket } = await refuse(1_000_000);
  const trickle = setInterval(() => socket.write('x'), 50);
  await closed(socket);
  clearInterval(trickle);

  expect(app.server.listening).toBe(true);
});
