import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishCrate } from '../support/cargo.ts';
import { makeCrate, makeSuspiciousCrate, uniqueName } from '../support/crates.ts';
import { type Platform, startPlatform, type TestUser } from '../support/platform.ts';

let platform: Platform;
let publisher: TestUser;
let stranger: TestUser;
beforeAll(async () => {
  platform = await startPlatform();
  [publisher, stranger] = [await platform.createUser(), await platform.createUser()];
});
afterAll(() => platform?.stop());

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

async function publishHeld(): Promise<{ name: string; text: string; url: string }> {
  const crate = await makeSuspiciousCrate({ name: uniqueName('told') });
  const { status, text } = await publishCrate(platform, crate, publisher.token);
  expect(status).toBe(202);
  const [, url = ''] = /held for review: (\S+) \(/.exec(text) ?? [];
  return { name: crate.name, text, url };
}

/** The form of a page, filled in as a browser does. */
async function submit(page: string, { username, password }: { username: string; password: string }) {
  const [, action = ''] = /<form method="post" action="([^"]+)">/.exec(page) ?? [];
  return fetch(new URL(action, platform.url), {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: platform.url,
      'sec-fetch-site': 'same-origin',
    },
    body: new URLSearchParams({ username, password, code: '' }),
  });
}

test('the message to a client says what was found and in which file', async () => {
  const { text, url } = await publishHeld();

  expect(url).toMatch(/^http\S+\/v1\/packages\/cargo\//);
  expect(text).toMatch(/held for review: \S+ \(\w[^()"]+ in [^()" ]*src\/lib\.rs[^()"]*\)/);
});

test('the address in it is JSON for programs and a page for people', async () => {
  const { url, name } = await publishHeld();
  const authorization = `Bearer ${publisher.token}`;

  const json = await fetch(url, { headers: { authorization } });
  const page = await fetch(url, { headers: browser });
  const hidden = await fetch(url);
  const own = await fetch(url, { headers: { ...browser, authorization } });

  expect(await json.json()).toMatchObject({ status: 'quarantine', status_reason: 'blocked_by_findings' });
  expect(
    [json.headers.get('vary'), page.headers.get('vary')].map((vary) => /\bAccept\b/.test(vary ?? '')),
  ).toEqual([true, true]);
  expect(hidden.status).toBe(404);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const html = await page.text();
  expect(html).toContain('Log in to see');
  expect(html).not.toContain('src/lib.rs');
  const onSite = encodeURIComponent(`/packages/cargo/${name}/1.0.0`);
  expect(html).toContain(`href="/login?next=${onSite}"`);
  const seen = await own.text();
  expect(seen).toContain('src/lib.rs');
  expect(seen).toContain(`href="/login?next=${onSite}"`);
  // the same page for a name that is free: it tells nothing
  const free = await fetch(url.replaceAll(name, 'nothing-here'), { headers: browser });
  expect((await free.text()).replaceAll('nothing-here', name)).toBe(html);
});

test('after a log-in the page says what was found, where, who can decide and what next', async () => {
  const { url, name } = await publishHeld();
  const login = await (await fetch(url, { headers: browser })).text();

  const shown = await submit(login, publisher);
  const page = await shown.text();

  expect(shown.status).toBe(200);
  expect(shown.headers.get('cache-control')).toBe('no-store');
  expect(shown.headers.get('set-cookie')).toBeNull();
  for (const words of [
    name,
    'Held.',
    'What was found',
    'src/lib.rs',
    'Who can decide',
    publisher.username,
    'platform administrators',
    'What next',
    'rookery admin resolve cargo',
  ]) {
    expect(page).toContain(words);
  }
});

test('the page shows nothing to other accounts, after a wrong password, or to forms of other sites', async () => {
  const { url } = await publishHeld();
  const login = await (await fetch(url, { headers: browser })).text();

  const other = await submit(login, stranger);
  const wrong = await submit(login, { ...publisher, password: 'not this one' });
  const [, action = ''] = /action="([^"]+)"/.exec(login) ?? [];
  const foreign = await fetch(new URL(action, platform.url), {
    method: 'POST',
    headers: { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ username: publisher.username, password: publisher.password }),
  });

  expect([other.status, wrong.status, foreign.status]).toEqual([404, 401, 403]);
  for (const answer of [other, wrong, foreign]) expect(await answer.text()).not.toContain('src/lib.rs');
});

test('the page of a visible release says that it is published', async () => {
  const name = uniqueName('seen');
  const crate = await makeCrate({ name });
  await publishCrate(platform, crate, publisher.token);
  const url = `${platform.url}/v1/packages/cargo/${name}/releases/${crate.version}`;

  const page = await (await submit(await (await fetch(url, { headers: browser })).text(), stranger)).text();

  expect(page).toContain('Published.');
  expect(page).not.toContain('Who can decide');
});
