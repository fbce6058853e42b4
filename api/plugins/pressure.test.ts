import { setImmediate, setTimeout as pause } from 'node:timers/promises';
import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { createEcosystems } from '../../ecosystems/index.ts';
import { createIdleServices } from '../../test/support/idle-services.ts';
import { registerEcosystems } from './ecosystems.ts';
import { registerPressure } from './pressure.ts';
import { registerProblems } from './problem.ts';

let app: FastifyInstance;
afterEach(() => app.close());

async function serve(maxEventLoopDelayMs: number, logged: string[] = []): Promise<void> {
  app = fastify({ logger: { stream: { write: (line) => void logged.push(line) } } });
  await registerPressure(app, { maxEventLoopDelayMs, sampleEveryMs: 200 });
  const ecosystems = createEcosystems();
  await registerEcosystems(app, ecosystems, createIdleServices(ecosystems));
  registerProblems(app, 'http://test');
  app.get('/probe', { config: { tier: 'none' } }, () => ({ ok: true }));
  app.get('/v1/thing', () => ({ ok: true }));
  await app.ready();
}

/** Keeps the loop from turning for most of the time. */
async function lag(milliseconds: number, isNoticed = () => false): Promise<void> {
  const end = performance.now() + milliseconds;
  while (performance.now() < end && !isNoticed()) {
    const turnEnds = performance.now() + 100;
    while (performance.now() < turnEnds) Math.random();
    await setImmediate();
  }
}

/** Blocks the loop until a sample counts and has a reading. */
async function lagUntilNoticed(): Promise<void> {
  await lag(500);
  await lag(10_000, () => {
    const { eventLoopDelay } = app.memoryUsage();
    return eventLoopDelay > 50 && eventLoopDelay < Infinity;
  });
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
  await lagUntilNoticed();

  const response = await app.inject({ url });

  expect(response.statusCode).toBe(503);
  expect(response.headers['retry-after']).toBe('5');
  expect(response.headers['content-type']).toContain(type);
  expect(response.body).toContain(word);
});

it('the log says it in sentences, without a stack', async () => {
  const logged: string[] = [];
  await serve(50, logged);
  await lagUntilNoticed();

  await app.inject({ url: '/v1/thing' });
  await app.inject({ url: '/npm/left-pad' });

  expect(logged.join('')).toContain('overloaded');
  expect(logged.filter((line) => line.includes('"stack"'))).toEqual([]);
});

it('a probe is answered: it asks whether the process lives', async () => {
  await serve(50);
  await lagUntilNoticed();

  const response = await app.inject({ url: '/probe' });

  expect(response.statusCode).toBe(200);
});

it('the refusals end when the process runs again', async () => {
  await serve(50);
  await lagUntilNoticed();

  await expect.poll(async () => (await app.inject({ url: '/v1/thing' })).statusCode).toBe(200);
});

it('a process that was late before it served refuses no request: samples of its start do not count', async () => {
  app = fastify();
  await registerPressure(app, { maxEventLoopDelayMs: 50, sampleEveryMs: 200 });
  app.get('/v1/thing', () => ({ ok: true }));
  await lag(500);

  const responses = await Promise.all([app.inject({ url: '/v1/thing' }), app.inject({ url: '/v1/thing' })]);

  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
});

it('a sample without a reading is no lateness', async () => {
  const sampleEveryMs = 50;
  app = fastify();
  await registerPressure(app, { maxEventLoopDelayMs: 60_000, sampleEveryMs });
  app.get('/v1/thing', () => ({ ok: true }));
  await app.ready();
  await pause(3 * sampleEveryMs);
  let status = 0;
  // a loop that is blocked for a whole sample can run its timer before the timer that reads the delay
  await lag(10_000, () => {
    if (app.memoryUsage().eventLoopDelay < Infinity) return false;
    void app.inject({ url: '/v1/thing' }).then(({ statusCode }) => (status = statusCode));
    return true;
  });

  await expect.poll(() => status).toBe(200);
});

it('0 is never too late', async () => {
  await serve(0);
  await lag(500);

  const response = await app.inject({ url: '/v1/thing' });

  expect(response.statusCode).toBe(200);
});
