import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Platform, startPlatform } from '../support/platform.ts';
import { createRandom } from './random.ts';
import { converse } from './raw-socket.ts';
import { listRoutes, type Route } from './routes.ts';
import { findAnswerFault, tellsOfInsides } from './answer-faults.ts';
import { brokenRequests, strangeHeaders, strangePath, worthlessCredentials } from './strange-requests.ts';
import { ask, forEach, type Ask } from './raw-request.ts';

/** `FUZZ_SEED=1 npm test` runs with another seed. */
const seed = Number(process.env['FUZZ_SEED'] ?? 20_260_301);
const requests = 4_000;
/** The time limit, after which a slow machine sends no more requests. */
const enoughMs = 15_000;

let platform: Platform;
let routes: Route[];
let credentials: string[];
let stranger: { token: string };

beforeAll(async () => {
  platform = await startPlatform();
  routes = await listRoutes();
  credentials = await worthlessCredentials(platform.url);
  stranger = await platform.createUser();
});

afterAll(() => platform.stop());

describe(`strange requests (seed ${seed})`, () => {
  it('are answered by every route, soon and in the words of its surface', async () => {
    const random = createRandom(seed);
    const own = `Bearer ${stranger.token}`;
    const asks = Array.from({ length: requests }, (): Ask => {
      const { method, pattern } = random.pick(routes);
      return {
        method,
        path: strangePath(random, pattern),
        headers: strangeHeaders(random, [...credentials, own]),
      };
    });
    const found: object[] = [];
    const begun = performance.now();
    let asked = 0;

    await forEach(asks, async (each) => {
      if (performance.now() - begun > enoughMs) return;
      asked += 1;
      const fault = await findFaultOf(each);
      if (fault !== undefined) found.push({ seed, ...each, fault });
    });

    expect(found.slice(0, 10)).toEqual([]);
    expect(asked).toBeGreaterThan(300);
    await expectHealthy();
  }, 60_000);

  it('with worthless credentials are never anonymous and never a user', async () => {
    const found: object[] = [];
    await forEach(credentials, async (authorization) => {
      const answer = await ask(platform.url, { path: '/v1/users/me', headers: { authorization } });
      if (answer.status !== 401) found.push({ authorization, status: answer.status });
      const published = await ask(platform.url, {
        method: 'PUT',
        path: '/cargo/api/v1/crates/new',
        headers: { authorization, 'content-length': 4 },
        body: Buffer.alloc(4),
      });
      if (published.status !== 401)
        found.push({ authorization, status: published.status, text: published.text });
    });

    expect(found).toEqual([]);
  });

  it.each(Object.entries(brokenRequests))(
    '%s is answered or refused, and the connection ends',
    async (_what, bytes) => {
      const { statuses, text } = await converse(platform.url, bytes);

      expect(statuses.filter((status) => status >= 500 && status !== 505)).toEqual([]);
      expect(tellsOfInsides(text)).toBe(false);
      await expectHealthy();
    },
  );

  it('of a request that never was only one answer is given', async () => {
    const { statuses, text } = await converse(platform.url, brokenRequests['a smuggled request'] ?? '');

    expect(statuses.length).toBeLessThan(2);
    expect(text).not.toContain('users/me');
  });
});

async function findFaultOf(each: Ask): Promise<string | undefined> {
  try {
    return findAnswerFault(each.path, each.method ?? 'GET', await ask(platform.url, each));
  } catch (error) {
    // fetch refuses to send some of the requests
    if (error instanceof TypeError) return undefined;
    return String(error);
  }
}

async function expectHealthy(): Promise<void> {
  const { status } = await ask(platform.url, { path: '/readiness' });
  expect(status).toBe(200);
}
