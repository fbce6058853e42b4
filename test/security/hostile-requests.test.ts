import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SharedPlatform, startPlatform } from '../support/platform.ts';
import { hostileRequests } from './hostile-requests.ts';
import { ask } from './raw-request.ts';

/** The longest wait of other clients: far below the former cost of each request, above delays of a busy machine. */
const otherWithinMs = 3_000;

let platform: SharedPlatform;
let token: string;

beforeAll(async () => {
  platform = await startPlatform();
  ({ token } = await platform.createUser());
});

afterAll(() => platform.stop());

/** Repeats a request until it is stopped. Returns the longest wait. */
async function keepAsking(signal: AbortSignal): Promise<number> {
  let longest = 0;
  while (!signal.aborted) {
    const { status, milliseconds } = await ask(platform.url, { path: '/health', withinMs: 30_000 });
    expect(status).toBe(200);
    longest = Math.max(longest, milliseconds);
  }
  return longest;
}

describe('a hostile request is answered, and delays no other request', () => {
  it.each(hostileRequests)('$name', { timeout: 120_000 }, async ({ build, statuses, isAuthenticated }) => {
    const request = await build(token);
    const stop = new AbortController();
    const others = keepAsking(stop.signal);

    const { status, text } = await ask(platform.url, { withinMs: 60_000, ...request });
    stop.abort();

    expect([status, status >= 400 ? text.slice(0, 300) : '']).toEqual([
      expect.toBeOneOf([...statuses]),
      expect.anything(),
    ]);
    expect(await others).toBeLessThan(otherWithinMs);
    expect(isAuthenticated).toBe(JSON.stringify(request.headers).includes(token));
  });
});
