import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { createMemoryKeyValue } from '../../store/kv/memory.ts';
import { registerRates } from './rates.ts';
import { missLimits } from './rate-tiers.ts';

test('an address that missed too often is refused anonymous reads of that kind, and nothing else', async () => {
  const app = fastify();
  registerRates(app, {
    kv: createMemoryKeyValue(),
    authenticator: { holderOf: (credential) => (credential === 'known' ? 'alice' : undefined) },
    isOn: true,
  });
  app.setErrorHandler((_error, _request, reply) => reply.code(429).send());
  app.setNotFoundHandler((_request, reply) => reply.code(404).send());
  const ask = async (url: string, method: 'GET' | 'POST', credential = 'unknown') => {
    const headers = { authorization: `Bearer ${credential}` };
    return (await app.inject({ method, url, headers })).statusCode;
  };
  for (let miss = 0; miss < (missLimits.read ?? 0); miss += 1) await ask('/v1/missing', 'GET');

  expect(await ask('/v1/missing', 'GET')).toBe(429);
  expect(await ask('/v1/missing', 'GET', 'known')).toBe(404);
  expect(await ask('/v1/missing', 'POST')).toBe(404);
  expect(await ask('/cargo/missing', 'GET')).toBe(404);
  expect(await ask('/cargo/missing', 'POST')).toBe(404);
  await app.close();
});
