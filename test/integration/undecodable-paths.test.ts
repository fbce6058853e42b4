import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Platform, startPlatform } from '../support/platform.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform?.stop());

it.each(['/%ff', '/v1/packages/%ff', '/cargo/api/v1/crates/%ff', '/nuget/v3/registration/%ff/index.json'])(
  'what can not be decoded is answered with every header that other answers have: %s',
  async (path) => {
    const response = await fetch(`${platform.url}${path}`);
    const text = await response.text();

    expect(response.status).toBe(400);
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(text).not.toBe('');
  },
);
