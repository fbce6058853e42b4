import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { registerOwnWrites } from './own-writes.ts';

let app: FastifyInstance;
let hear: () => void;
let waiting: number;
beforeEach(async () => {
  app = Fastify();
  const notice = Promise.withResolvers<void>();
  hear = notice.resolve;
  waiting = 0;
  registerOwnWrites(app, {
    caughtUp: () => {
      waiting += 1;
      return notice.promise;
    },
  });
  app.all('/thing', async () => ({}));
  app.post('/refused', async (_request, reply) => reply.code(409).send({}));
  app.post('/question', { config: { tier: 'read' } }, async () => ({}));
});
afterEach(() => app.close());

it.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('a %s is answered after its notice', async (method) => {
  let isAnswered = false;
  const answer = app.inject({ method, url: '/thing' }).then(({ statusCode }) => {
    isAnswered = true;
    return statusCode;
  });
  await expect.poll(() => waiting).toBe(1);
  const before = isAnswered;

  hear();

  expect([before, await answer]).toEqual([false, 200]);
});

it.each([
  ['GET', '/thing', 200],
  ['POST', '/refused', 409],
  ['POST', '/question', 200],
] as const)('%s %s waits for none', async (method, url, status) => {
  expect((await app.inject({ method, url })).statusCode).toBe(status);
  expect(waiting).toBe(0);
});
