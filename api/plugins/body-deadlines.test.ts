import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readJson } from '../../ecosystems/bodies/json.ts';
import { registerBodyDeadlines } from './body-deadlines.ts';
import { boundParsedBodies, registerBodyLimits } from './body-limits.ts';
import { registerProblems } from './problem.ts';
import { registerUnreadBodies } from './unread-bodies.ts';

const withinMs = 400;

let app: FastifyInstance;
let port: number;
let handled: string[];
beforeAll(async () => {
  app = fastify({ forceCloseConnections: true });
  registerUnreadBodies(app);
  registerBodyDeadlines(app, withinMs);
  registerBodyLimits(app);
  registerProblems(app, 'http://registry.example');
  app.addHook('preHandler', async ({ url }) => void handled.push(url));
  await app.register(async (scope) => {
    boundParsedBodies(scope, 'v1.json');
    scope.post('/parsed', { schema: { body: {} } }, () => 'done');
    scope.post('/unread', () => 'done');
    scope.post('/slow', { schema: { body: {} } }, () => pause(2 * withinMs, 'done'));
  });
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.post('/streamed', { config: { body: 'chess.json' } }, (request) => readJson(request));
    scope.post('/file', { config: { body: 'v1.artifact' } }, async (request) => {
      for await (const _chunk of request.raw);
      return 'done';
    });
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
});
afterAll(() => app.close());
beforeEach(() => (handled = []));

/** Sends a body without its last byte; `finish` sends that byte. */
function begin(path: string): { socket: Socket; answer: Promise<string>; finish(): void } {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const body = '{"a":"b"}';
  const head = `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`;
  socket.write(`${head}\r\n\r\n${body.slice(0, -1)}`);
  return {
    socket,
    answer: once(socket, 'data').then(([chunk]) => String(chunk)),
    finish: () => socket.write(body.slice(-1)),
  };
}

it.each(['/parsed', '/unread', '/streamed'])(
  '%s: a body that does not come is answered in time',
  async (path) => {
    const begunAt = performance.now();
    const { socket, answer, finish } = begin(path);

    const text = await answer;

    expect(performance.now() - begunAt).toBeGreaterThan(withinMs - 20);
    expect(text).toContain('HTTP/1.1 408');
    expect(text).toContain('"code":"request_timeout"');
    expect(text).toContain('application/problem+json');
    finish();
    await pause(50);
    // a handler that reads a stream runs before its body is complete
    expect(handled).toEqual(path === '/streamed' ? [path] : []);
    socket.destroy();
  },
);

it.each(['/parsed', '/slow'])('%s: a body that comes in time is as any other', async (path) => {
  const { socket, answer, finish } = begin(path);
  await pause(withinMs / 2);
  finish();

  expect(await answer).toContain('HTTP/1.1 200');
  socket.destroy();
});

it('a body with a file in it may take longer', async () => {
  const { socket, answer, finish } = begin('/file');
  await pause(2 * withinMs);
  finish();

  expect(await answer).toContain('HTTP/1.1 200');
  socket.destroy();
});
