import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCombinedPlatform, type CombinedPlatform } from '../support/platform.ts';
import { type Malformed, malformedForms, malformedFrames, malformedJson } from './bodies.ts';
import { addressesOf, groupOf } from './leaks/addresses.ts';
import type { Target } from '../../ecosystems/test-client.ts';
import { newName, release } from './leaks/subjects.ts';
import { expectStatus, unique } from './publish.ts';
import { shareOf } from '../support/matrix.ts';
import { ecosystems } from '../support/test-clients.ts';
import { converse } from './raw-socket.ts';
import { listRoutes, type Route } from './routes.ts';
import { poisonedBodies } from './schema-samples.ts';
import { findAnswerFault } from './answer-faults.ts';
import { ask, forEach } from './raw-request.ts';

const maxUploadBytes = 2 * 1024 * 1024;
const maxJsonBytes = 1024 * 1024;
const someId = '01890000-0000-7000-8000-000000000000';

let platform: CombinedPlatform;
let token: string;
let gameId: string;
let places: { route: Route; path: string }[];
let found: unknown[];

beforeAll(async () => {
  const environment = { MAX_UPLOAD_BYTES: String(maxUploadBytes), PUBLISH_DEADLINE_MS: '15000' };
  platform = await startCombinedPlatform(environment, { withEngine: true });
  const user = await platform.createUser();
  token = user.token;
  const { session, username } = user;
  const owner = { username, token, session, home: username, vault: 'none' };
  const targets: Target[] = [];
  for (const ecosystem of ecosystems) {
    const { answer, target } = await release(platform.url, owner, { ecosystem, name: newName(ecosystem) });
    expectStatus(await answer, 200, 201);
    targets.push(target);
  }
  const game = await ask(platform.url, { method: 'POST', path: '/api/games' });
  gameId = (JSON.parse(game.text) as { game_id: string }).game_id;
  const writes = (await listRoutes()).filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method));
  places = writes.flatMap((route, at) =>
    // the management API reads bodies of all ecosystems alike: each of its routes is tested with one of them, in turn
    (isNative(route) ? targets : targets.slice(at % targets.length).slice(0, 1)).flatMap((target) =>
      addressesOf(route, target, ids(route))
        .slice(0, 1)
        .map((path) => ({ route, path })),
    ),
  );
});

afterAll(() => platform.stop());

const isNative = (route: Route) => ecosystems.some((ecosystem) => groupOf(route) === ecosystem);

/** The only ids that requests with bodies name; NuGet has its own. */
function ids(route: Route) {
  if (groupOf(route) === 'api') {
    const id = route.method === 'DELETE' ? someId : gameId;
    return { id: () => [id], game_id: () => [id] };
  }
  return groupOf(route) === 'v1' ? { id: () => [someId] } : {};
}

/** Anonymous callers are refused before most bodies are read: every third body is also sent without a credential. */
const every = 3;
let sent = 0;

/** Sends a body with a credential, and some small ones also without. Adds faults of answers to `found`. */
async function tell(method: string, path: string, { what, headers, body }: Malformed): Promise<void> {
  const isLarge = typeof body === 'string' && body.length > 100_000;
  sent += 1;
  const isAnonymous = !isLarge && sent % every === 0;
  for (const authorization of isAnonymous ? [undefined, `Bearer ${token}`] : [`Bearer ${token}`]) {
    const all = { ...headers, ...(authorization === undefined ? {} : { authorization }) };
    try {
      const answer = await ask(platform.url, { method, path, headers: all, body });
      const fault = findAnswerFault(path, method, answer);
      if (fault !== undefined) found.push({ method, path, what, fault, text: answer.text.slice(0, 300) });
    } catch (error) {
      found.push({ method, path, what, isAuthenticated: authorization !== undefined, fault: String(error) });
    }
  }
}

async function expectHealthy(): Promise<void> {
  const { status } = await ask(platform.url, { path: '/readiness' });
  expect(status).toBe(200);
  expect(found).toEqual([]);
}

describe('a malformed body is refused in the words of its surface, soon', () => {
  it('on every route that changes something', async () => {
    found = [];
    expect(places.length).toBeGreaterThan(30);

    await forEach([...places.entries()], async ([turn, { route, path }]) => {
      for (const body of shareOf(malformedJson(maxJsonBytes), 3, turn)) await tell(route.method, path, body);
    });

    await expectHealthy();
  }, 400_000);

  it('with one wrong member in an otherwise good one', async () => {
    found = [];
    let told = 0;
    const ours = places.filter(({ route }) => ['v1', 'api'].includes(groupOf(route)));
    for (const [turn, { route, path }] of ours.entries()) {
      const bodies = shareOf(await poisonedBodies(route.method, route.pattern), 3, turn);
      told += bodies.length;
      await forEach(bodies, async ({ what, body }) => {
        const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
        await tell(route.method, path, { what, headers, body });
      });
    }

    await expectHealthy();
    expect(told).toBeGreaterThan(500);
  }, 400_000);

  it('as a form that is none', async () => {
    found = [];
    const pushes = places.filter(({ route }) => /\/v2\/package\/?$/.test(route.pattern));
    expect(pushes.length).toBeGreaterThan(2);

    await forEach(
      pushes.flatMap((place) => malformedForms(maxUploadBytes).map((body) => ({ ...place, body }))),
      ({ route, path, body }) => tell(route.method, path, body),
    );

    await expectHealthy();
  }, 120_000);

  it('as frames of a crate that lie', async () => {
    found = [];
    const uploads = places.filter(({ route }) => route.pattern.endsWith('/crates/new'));
    expect(uploads.length).toBe(2);

    await forEach(
      uploads.flatMap((place) =>
        malformedFrames(maxUploadBytes, newName('cargo')).map((body) => ({ ...place, body })),
      ),
      ({ route, path, body }) => tell(route.method, path, body),
    );

    await expectHealthy();
  }, 120_000);

  it('when its length is a lie', async () => {
    found = [];

    await forEach(places, async ({ route: { method }, path }) => {
      for (const [what, lines] of Object.entries(lies)) {
        const head = `${method} ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
        const { statuses } = await converse(platform.url, `${head}${lines}`);
        if (statuses.some((status) => status >= 500)) found.push({ method, path, what, statuses });
      }
    });

    await expectHealthy();
  }, 120_000);

  it('and does not stand in the way of the next request on its connection', async () => {
    found = [];

    await forEach(places, async ({ route: { method }, path }) => {
      for (const authorization of ['', `Authorization: Bearer ${token}\r\n`]) {
        const size = 300_000;
        const head = `${method} ${path} HTTP/1.1\r\nHost: a\r\n${authorization}Content-Type: application/json\r\nContent-Length: ${size}\r\n\r\n`;
        const next = 'GET /health HTTP/1.1\r\nHost: a\r\n\r\n';
        const { statuses } = await converse(platform.url, `${head}${'['.repeat(size)}${next}`, 2);
        if (statuses.length !== 2 || statuses[1] !== 200)
          found.push({ method, path, authorization, statuses });
      }
    });

    await expectHealthy();
  }, 120_000);

  it('and nothing of it stays', async () => {
    const name = `after-${unique()}`;
    const user = await platform.createUser(name);

    expect(user.username).toBe(name);
  });
});

/** The rest of a request from its Content-Length on. The writer then ends its side of the connection. */
const lies: Record<string, string> = {
  'longer than the body': 'Content-Length: 1000\r\n\r\n{}',
  'shorter than the body': 'Content-Length: 1\r\n\r\n{"name":"x"}',
  negative: 'Content-Length: -1\r\n\r\n{}',
  'no number': 'Content-Length: 0x2\r\n\r\n{}',
  'beyond any number': `Content-Length: ${'9'.repeat(40)}\r\n\r\n{}`,
  'said twice': 'Content-Length: 2\r\nContent-Length: 5\r\n\r\n{}',
  'beside chunks': 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  'chunks of no number': 'Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n',
  'chunks without an end': 'Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n',
  'a chunk longer than the body': 'Transfer-Encoding: chunked\r\n\r\nffff\r\n{}\r\n',
  'an unknown transfer coding': 'Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  'another last coding': 'Transfer-Encoding: chunked, gzip\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  'a wait for permission': 'Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}',
};
