import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { answer } from './push.ts';

test.each([
  ['published', 201, undefined],
  ['held', 202, 'held for review: http://rookery.test/x'],
  ['pending', 202, 'accepted, still being checked: http://rookery.test/x'],
] as const)('a push that is %s is answered with %d', async (status, code, warning) => {
  const app = fastify();
  app.get('/', (_request, reply) => answer(reply, { status, statusUrl: 'http://rookery.test/x' }));

  const response = await app.inject('/');

  expect([response.statusCode, response.body]).toEqual([code, '']);
  expect(response.headers['x-nuget-warning']).toBe(warning);
});
