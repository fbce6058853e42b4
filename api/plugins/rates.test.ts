import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMemoryKeyValue } from '../../store/kv/memory.ts';
import { registerRates } from './rates.ts';
import { missLimits, holdersPerAddress, tierLimits } from './rate-tiers.ts';

let app: FastifyInstance;
beforeEach(() => {
  app = fastify();
  registerRates(app, {
    kv: createMemoryKeyValue(),
    authenticator: {
      holderOf: (credential) =>
        credential.startsWith('known') ? `holder of ${credential.split('.')[0]}` : undefined,
    },
    config: { limits: { rates: true } },
  });
  app.setErrorHandler((_error, _request, reply) => reply.code(429).send());
  app.setNotFoundHandler((request, reply) => reply.code(request.url.endsWith('/locked') ? 401 : 404).send());
});
afterEach(() => app.close());

async function ask(url: string, method: 'GET' | 'POST' = 'GET', credential?: string): Promise<number> {
  const headers = credential === undefined ? {} : { authorization: `Bearer ${credential}` };
  return (await app.inject({ method, url, headers })).statusCode;
}

async function askBeyond(limit: number, url: string, credential?: string): Promise<void> {
  for (let asked = 0; asked <= limit; asked += 1) await ask(url, 'GET', credential);
}

it('no tier allows more misses than reads', () => {
  for (const tier of ['read', 'protocol'] as const) {
    expect(missLimits[tier]).toBeLessThanOrEqual(tierLimits[tier]);
  }
});

it('refusals say the limit as well, also those of blocked addresses', async () => {
  const limit = missLimits.protocol ?? 0;
  await askBeyond(limit, '/cargo/missing');

  const blocked = await app.inject({ url: '/cargo/missing' });

  expect([blocked.statusCode, blocked.headers['x-ratelimit-limit']]).toEqual([429, String(limit)]);
  expect(blocked.headers['x-ratelimit-remaining']).toBe('0');
  expect(Number(blocked.headers['x-ratelimit-reset'])).toBeGreaterThan(0);
});

it.each([
  ['asked for what is not there', '/cargo/missing', undefined],
  ['tried unknown credentials', '/cargo/locked', 'guessed'],
])(
  'an address that %s too often is refused reads of that kind, and nothing else',
  async (_what, url, credential) => {
    await askBeyond(missLimits.protocol ?? 0, url, credential);

    expect(await ask('/cargo/missing')).toBe(429);
    expect(await ask('/cargo/missing', 'GET', 'another')).toBe(429);
    expect(await ask('/cargo/missing', 'GET', 'known')).toBe(404);
    expect(await ask('/cargo/missing', 'POST')).toBe(404);
    expect(await ask('/v1/missing')).toBe(404);
    expect(await ask('/v1/missing', 'POST')).toBe(404);
  },
);

it('challenges are no misses: clients hear them before they present anything', async () => {
  await askBeyond(missLimits.protocol ?? 0, '/cargo/locked');

  expect(await ask('/cargo/locked')).toBe(401);
});

it('what is one holder counts together, and so do all of them at an address', async () => {
  let allowed = 0;
  for (let person = 0; person < holdersPerAddress + 2; person += 1) {
    const statuses = [];
    for (let asked = 0; asked < tierLimits.write + 5; asked += 1) {
      statuses.push(await ask('/v1/missing', 'POST', `known${person}.${asked % 3}`));
    }
    const passed = statuses.filter((status) => status === 404).length;
    expect(passed).toBeLessThanOrEqual(tierLimits.write);
    allowed += passed;
  }

  expect(allowed).toBe(tierLimits.write * holdersPerAddress);
});
