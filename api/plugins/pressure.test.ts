import { setImmediate } from 'node:timers/promises';
import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { createEcosystems } from '../../ecosystems/index.ts';
import type { EcosystemDeps } from '../ecosystems/deps.ts';
import { registerEcosystems } from './ecosystems.ts';
import { registerPressure } from './pressure.ts';
import { registerProblems } from './problem.ts';

let app: FastifyInstance;
afterEach(() => app.close());

async function serve(maxEventLoopDelayMs: number): Promise<void> {
  app = fastify();
  await registerPressure(app, { maxEventLoopDelayMs, sampleEveryMs: 200 });
  await registerEcosystems(app, createEcosystems(), { baseUrl: 'http://test' } as EcosystemDeps);
  registerProblems(app, 'http://test');
  app.get('/probe', { config: { tier: 'none' } }, () => ({ ok: true }));
  app.get('/v1/thing', () => ({ ok: true }));
  await app.ready();
}

/** Keeps the loop from turning for most of the time. */
async function lag(milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    const turnEnds = performance.now() + 150;
    while (performance.now() < turnEnds) Math.random();
    await setImmediate();
  }
}

it.each([
  ['/v1/thing', 'application/problem+json; charset=utf-8', 'overloaded'],
  ['/npm/left-pad', 'application/json', 'busy'],
  ['/cargo/index/se/rd/serde', 'application/json', 'busy'],
  ['/oci/token', 'application/json', 'busy'],
  ['/v2/', 'application/json', 'busy'],
  ['/nuget/v3/index.json', 'application/json', 'busy'],
])('%s of a process that runs late is refused in the words of its surface', async (url, type, word) => {
  await serve(50);
  await lag(500);

  const response = await app.inject({ url });

  expect(response.statusCode).toBe(503);
  expect(response.headers['retry-after']).toBe('5');
  expect(response.headers['content-type']).toContain(type);
  expect(response.body).toContain(word);
});

it('a probe is answered: it asks whether the process lives', async () => {
  await serve(50);
  await lag(500);

  const response = await app.inject({ url: '/probe' });

  expect(response.statusCode).toBe(200);
});

it('the refusals end when the process runs again', async () => {
  await serve(50);
  await lag(500);

  await expect
    .poll(async () => (await app.inject({ url: '/v1/thing' })).statusCode, { timeout: 5_000 })
    .toBe(200);
});

it('0 is never too late', async () => {
  await serve(0);
  await lag(500);

  const response = await app.inject({ url: '/v1/thing' });

  expect(response.statusCode).toBe(200);
});
