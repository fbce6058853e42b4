import { afterAll, beforeAll, expect, test } from 'vitest';
import { uniqueName } from '../support/crates.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { browse } from '../support/portal/browse.ts';

let platform: Platform;
let reader: ReturnType<typeof browse>;
beforeAll(async () => {
  platform = await startPlatform();
  reader = browse(platform.url);
  const username = uniqueName('reader');
  const form = await reader.get('/register');
  const password = 'violet mango 4417 tram';
  await reader.submit(form, { username, email: `${username}@example.com`, password });
  // consumes the message that follows the registration
  await reader.get('/');
});
afterAll(() => platform?.stop());

test.each([
  ['a suggestion', '/search/suggest?q=a', {}],
  ['a feed', '/feed.atom', {}],
  ['a redirect', '/login', {}],
  ['a page that a script fetches', '/account', { 'sec-fetch-dest': 'empty' }],
])('a secret that is shown once is not used up by %s', async (_what, address, headers) => {
  const answer = await reader.submit(
    await reader.get('/account/tokens'),
    { action: 'create', name: uniqueName('ci'), expires_in_days: '30' },
    false,
  );
  expect(answer.status).toBe(303);

  expect((await reader.ask(address, headers)).text).not.toContain('pub_');

  expect((await reader.get('/account/tokens')).text).toMatch(/pub_\w{20}/);
  expect((await reader.get('/account/tokens')).text).not.toMatch(/pub_\w{20}/);
});

test('a secret that is shown once waits while the reader sees an error', async () => {
  await reader.submit(
    await reader.get('/account/tokens'),
    { action: 'create', name: uniqueName('ci'), expires_in_days: '30' },
    false,
  );
  const missing = await reader.ask('/packages/npm/no-such-package');
  expect(missing.status).toBe(404);
  expect(missing.text).not.toContain('pub_');

  expect((await reader.get('/account/tokens')).text).toMatch(/pub_\w{20}/);
});

const token = /#seat=seat_[\w-]{43}/;

test('the tokens of a new game wait for the page of its own seat', async () => {
  const begin = async () => {
    const fields = { action: 'new', players: 'seats', bottom: 'white' };
    const { headers } = await reader.submit(await reader.get('/chess'), fields, false);
    return headers.get('location') ?? '';
  };
  const other = await begin();
  const address = await begin();
  for (const elsewhere of ['/', address.split('?', 1)[0] ?? '', other]) {
    expect((await reader.get(elsewhere)).text).not.toMatch(token);
  }

  expect((await reader.get(address)).text).toMatch(token);
  expect((await reader.get(address)).text).not.toMatch(token);
});

test('a position is searched for the reader, not for another site that links to it', async () => {
  const address = `/chess/analysis?analyse=50&fen=${encodeURIComponent('6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1')}`;
  const own = await reader.ask(address, { 'sec-fetch-site': 'same-origin' });
  expect(own.status === 503 || own.text.includes('class="effort')).toBe(true);

  for (const site of ['cross-site', 'same-site']) {
    const { status, text } = await reader.ask(address, { 'sec-fetch-site': site });
    expect(status).toBe(200);
    expect(text).not.toContain('class="effort');
  }
  expect(own.text).not.toContain('name="analyse" value="50"');
});

test('a game is imported by a form up to the limit of the API, and any other form is smaller', async () => {
  const moves = '[Result "*"]\n\n1. e4 *';
  const long = `{${'é'.repeat(125_000)}}\n${moves}`;
  const imported = await reader.submit(await reader.get('/chess'), { action: 'pgn', pgn: long });
  expect(imported.path).toMatch(/^\/chess\/games\//);
  const tooLong = await reader.submit(await reader.get('/chess'), {
    action: 'pgn',
    pgn: `{${'é'.repeat(3_000)}${'a'.repeat(10_000)}}${long}`,
  });
  expect(tooLong.status).toBe(422);

  const other = await reader.submit(await reader.get('/account/tokens'), {
    action: 'create',
    name: 'a'.repeat(300_000),
  });
  expect(other.status).toBe(413);
  const typed = await reader.submit(await reader.get('/account/tokens'), {
    action: 'create',
    name_pattern: 'a'.repeat(5_000),
  });
  expect(typed.status).toBe(422);
});

test.each(['constructor', '__proto__', 'valueOf', 'toString', 'none'])(
  'a page has no form called %s',
  async (action) => {
    const { status } = await reader.submit(await reader.get('/account/tokens'), { action });

    expect(status).toBe(400);
  },
);
