import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { type Deprecated, registerDeprecation } from './deprecation.ts';

function serve(deprecated?: Deprecated) {
  const app = Fastify();
  registerDeprecation(app);
  app.get('/old', { config: deprecated ? { deprecated } : {} }, async () => ({ is: 'here' }));
  return app;
}

const since = new Date('2026-03-01T00:00:00Z');
const link = 'https://registry.example.com/docs';

it('an operation that goes away says since when, until when and what to read', async () => {
  const app = serve({ since, sunset: new Date('2026-09-01T00:00:00Z'), link });

  const { statusCode, headers } = await app.inject('/old');

  expect([statusCode, headers['deprecation'], headers['sunset'], headers['link']]).toEqual([
    200,
    '@1772323200',
    'Tue, 01 Sep 2026 00:00:00 GMT',
    `<${link}>; rel="deprecation"`,
  ]);
});

it('one that stays says nothing', async () => {
  const { headers } = await serve().inject('/old');

  expect(headers).not.toHaveProperty('deprecation');
  expect(headers).not.toHaveProperty('sunset');
});

it('none goes away within half a year', () => {
  expect(() => serve({ since, sunset: new Date('2026-08-27T00:00:00Z') })).toThrow('180 days');
});
