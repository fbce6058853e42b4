import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Servers, type SocketServer, startServers } from './chess/socket-server.ts';

const page = 'https://board.example.org';

let servers: Servers;
let listed: SocketServer;
let anyone: SocketServer;
let unlisted: SocketServer;
beforeAll(async () => {
  servers = await startServers();
  listed = await servers.start({ environment: { CORS_ORIGINS: `https://other.example.org, ${page}` } });
  anyone = await servers.start({ environment: { CORS_ORIGINS: '*' } });
  unlisted = await servers.start();
});
afterAll(() => servers.stop());

interface Ask {
  method?: string;
  origin?: string;
  headers?: Record<string, string>;
}

async function ask(
  { url }: SocketServer,
  path: string,
  { method = 'GET', origin = page, headers }: Ask = {},
) {
  const response = await fetch(new URL(path, url), {
    method,
    headers: { origin, ...headers },
  });
  await response.text();
  const header = (name: string) => response.headers.get(name);
  return { status: response.status, header, allowed: header('access-control-allow-origin') };
}

const preflight = (origin = page): Ask => ({
  method: 'OPTIONS',
  origin,
  headers: { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
});

/** Header names in lower case, as a browser compares them. */
const namesOf = (value: string | null) => (value ?? '').toLowerCase().split(/, */);

describe('a page of an origin that is listed', () => {
  it.each(['/api/games', '/api/games/x/move', '/v1/search', '/v1/nowhere'])(
    'may ask for %s',
    async (path) => {
      const { status, header, allowed } = await ask(listed, path, preflight());

      expect([status, allowed]).toEqual([204, page]);
      expect(namesOf(header('access-control-allow-methods'))).toEqual(
        namesOf('GET, HEAD, POST, PATCH, PUT, DELETE, OPTIONS'),
      );
      expect(namesOf(header('access-control-allow-headers'))).toEqual(
        namesOf(
          'accept, authorization, content-type, x-request-id, x-nuget-apikey, idempotency-key, if-match, if-none-match, accept-language',
        ),
      );
      expect(header('access-control-max-age')).toBe('600');
      expect(header('access-control-allow-credentials')).toBeNull();
      expect(namesOf(header('vary'))).toContain('origin');
    },
  );

  it('may read answers and errors, and the headers that go with them', async () => {
    for (const path of [
      '/api/games',
      '/api/games/x',
      '/api/nowhere',
      '/api/games/%zz',
      '/v1/packages/%zz',
      '/v1/search',
      '/v1/packages/npm/none',
    ]) {
      const { header, allowed } = await ask(listed, path);

      expect(allowed, path).toBe(page);
      expect(namesOf(header('access-control-expose-headers'))).toEqual(
        namesOf(
          'x-request-id, etag, link, retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, x-total-count, content-language, idempotent-replayed, location, deprecation, sunset',
        ),
      );
      expect(namesOf(header('vary')), path).toContain('origin');
    }
    expect(namesOf((await ask(listed, '/api/games')).header('vary'))).toContain('accept-language');
  });
});

describe('a page of another origin', () => {
  it.each(['https://evil.example.org', 'http://board.example.org', `${page}.evil.org`, 'null', ''])(
    'is told nothing: %j',
    async (origin) => {
      const asked = await ask(listed, '/api/games', preflight(origin));
      const answered = await ask(listed, '/api/games', { origin });

      expect([asked.status, asked.allowed]).toEqual([405, null]);
      expect([answered.status, answered.allowed]).toEqual([200, null]);
      expect(namesOf(answered.header('vary'))).toContain('origin');
    },
  );
});

it('a star stands for every origin', async () => {
  const asked = await ask(anyone, '/api/games', preflight('https://evil.example.org'));
  const answered = await ask(anyone, '/api/games', { origin: 'https://evil.example.org' });

  expect([asked.status, asked.allowed]).toEqual([204, '*']);
  expect([answered.status, answered.allowed]).toEqual([200, '*']);
});

it('without a list nothing is said', async () => {
  const asked = await ask(unlisted, '/api/games', preflight());
  const answered = await ask(unlisted, '/api/games');

  expect([asked.status, asked.allowed]).toEqual([405, null]);
  expect([answered.allowed, answered.header('vary')]).toEqual([null, 'Accept-Language']);
});

it('routes of packages and other pages are not touched', async () => {
  for (const path of ['/npm/none', '/cargo/index/config.json', '/v2/', '/health', '/apis', '/']) {
    for (const wish of [preflight(), {}]) {
      const here = await ask(anyone, path, wish);
      const there = await ask(unlisted, path, wish);

      expect([here.status, here.allowed, here.header('vary')], path).toEqual([
        there.status,
        null,
        there.header('vary'),
      ]);
    }
  }
});
