import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { fastify, type FastifyInstance } from 'fastify';
import { beforeEach, expect, it } from 'vitest';
import { closeGently, registerDraining } from './shutdown.ts';

const log = { warn: () => undefined };

let app: FastifyInstance;
let port: number;
let isDraining: boolean;
beforeEach(async () => {
  isDraining = false;
  app = fastify({ return503OnClosing: false, forceCloseConnections: 'idle' });
  registerDraining(app, () => isDraining);
  app.get('/', () => ({ isDraining }));
  app.get('/slow', () => pause(400, { done: true }));
  app.get('/large', (_request, reply) =>
    reply.send(Readable.from(Array.from({ length: 64 }, () => Buffer.alloc(1024 * 1024)))),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
});

const drain = () => {
  isDraining = true;
};
const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);

it('the port is open and says that the process stops, until the delay is over', async () => {
  const closing = closeGently(app, { drain, log, delayMs: 300, deadlineMs: 1_000 });

  const answer = await ask('/');
  expect(await answer.json()).toEqual({ isDraining: true });
  expect(answer.headers.get('connection')).toBe('close');
  await closing;

  await expect(ask('/')).rejects.toThrow('fetch failed');
});

it('what is under way is answered, also on a connection that was kept alive', async () => {
  const agent = new Agent({ keepAlive: true });
  const onConnection = (path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      get({ port, path, agent }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode));
      }).once('error', reject);
    });
  await onConnection('/');
  const slow = onConnection('/slow');
  await pause(50);

  const closing = closeGently(app, { drain, log, delayMs: 0, deadlineMs: 2_000 });

  expect(await slow).toBe(200);
  await closing;
  agent.destroy();
});

it('a client that reads 4 kB a second keeps the process no longer than the deadline', async () => {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(socket, 'readable');
  socket.pause();
  const slowly = setInterval(() => socket.read(400), 100);
  const startedAt = performance.now();

  await closeGently(app, { drain, log, delayMs: 0, deadlineMs: 300 });

  const took = performance.now() - startedAt;
  expect(took).toBeGreaterThan(250);
  expect(took).toBeLessThan(1_500);
  clearInterval(slowly);
  socket.destroy();
});
