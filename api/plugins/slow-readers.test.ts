import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerSlowReaders } from './slow-readers.ts';

const idleMs = 400;
/** More than all buffers between server and client hold. */
const answerBytes = 64 * 1024 * 1024;

let app: FastifyInstance;
let port: number;
let closed: Promise<unknown>;
beforeAll(async () => {
  app = fastify();
  registerSlowReaders(app, idleMs);
  app.get('/large', (request, reply) => {
    closed = once(request.raw.socket, 'close');
    const chunk = Buffer.alloc(1024 * 1024);
    return reply.send(Readable.from(Array.from({ length: answerBytes / chunk.length }, () => chunk)));
  });
  app.get('/small', () => ({ ok: true }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
});
afterAll(() => app.close());

it('a client that takes nothing of its answer loses its connection', async () => {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.pause();
  socket.write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n');
  const startedAt = Date.now();
  await pause(50);

  await closed;

  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(idleMs - 10);
  socket.destroy();
});

it('a client that takes it slowly gets all of it', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /large HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  let size = 0;
  let pauses = 0;

  for await (const chunk of socket) {
    size += (chunk as Buffer).length;
    if (size < (pauses + 1) * 10_000_000) continue;
    pauses += 1;
    await pause(idleMs / 3);
  }

  expect(size).toBeGreaterThan(answerBytes);
  expect(pauses).toBe(6);
});

it('a connection that rests between two requests is not closed', async () => {
  const socket = connect(port, '127.0.0.1');
  let answers = '';
  socket.on('data', (chunk: Buffer) => (answers += chunk.toString()));
  socket.write('GET /small HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(socket, 'data');
  await pause(3 * idleMs);

  socket.write('GET /small HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(socket, 'data');

  expect(answers.match(/200 OK/g)).toHaveLength(2);
  socket.destroy();
});
