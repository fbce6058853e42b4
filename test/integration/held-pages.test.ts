import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishCrate } from '../support/cargo.ts';
import { makeSuspiciousCrate, uniqueName } from '../support/crates.ts';
import { type Platform, startPlatform, type TestUser } from '../support/platform.ts';
import { browse } from '../support/portal/browse.ts';

let platform: Platform;
let publisher: TestUser;
let stranger: TestUser;
beforeAll(async () => {
  platform = await startPlatform();
  [publisher, stranger] = [await platform.createUser(), await platform.createUser()];
});
afterAll(() => platform?.stop());

async function publishHeld(): Promise<{ name: string; text: string; url: string }> {
  const crate = await makeSuspiciousCrate({ name: uniqueName('told') });
  const { status, text } = await publishCrate(platform, crate, publisher.token);
  expect(status).toBe(202);
  const [, url = ''] = /held for review: (\S+) \(/.exec(text) ?? [];
  return { name: crate.name, text, url };
}

test('the message to a client says what was found and in which file', async () => {
  const { text, url } = await publishHeld();

  expect(url).toMatch(/^http\S+\/v1\/packages\/cargo\//);
  expect(text).toMatch(/held for review: \S+ \(\w[^()"]+ in [^()" ]*src\/lib\.rs[^()"]*\)/);
});

test('the address in it is JSON for programs, and leads people to the log-in', async () => {
  const { url, name } = await publishHeld();
  const authorization = `Bearer ${publisher.token}`;
  const anonymous = browse(platform.url);

  const json = await fetch(url, { headers: { authorization } });
  const hidden = await fetch(url);
  const page = await anonymous.get(url);
  const free = await anonymous.get(url.replaceAll(name, 'nothing-here'));

  expect(await json.json()).toMatchObject({ status: 'quarantine', status_reason: 'blocked_by_findings' });
  expect(json.headers.get('vary')).toMatch(/\bAccept\b/);
  expect(hidden.status).toBe(404);
  const next = encodeURIComponent(`/packages/cargo/${name}/1.0.0`);
  expect([page.status, page.path]).toEqual([200, `/login?next=${next}`]);
  expect(page.text).not.toContain('src/lib.rs');
  // an unused name gets the same answer, so the answer reveals nothing
  expect(free.path.replaceAll('nothing-here', name)).toBe(page.path);
});

test('after a log-in it says what was found, where, who can decide and what next', async () => {
  const { url, name } = await publishHeld();
  const reader = browse(platform.url);
  const login = await reader.get(url);

  const shown = await reader.submit(login, {
    username_or_email: publisher.username,
    password: publisher.password,
  });

  expect([shown.status, shown.path]).toEqual([200, `/packages/cargo/${name}/1.0.0`]);
  expect(shown.headers.get('cache-control')).toBe('private, no-store');
  for (const words of [name, 'held', 'src/lib.rs', publisher.username, 'Decision', 'Approve', 'Reject']) {
    expect(shown.text).toContain(words);
  }
  expect((await reader.get(url)).path).toBe(shown.path);
});

test('it shows nothing to other accounts, or after a wrong password', async () => {
  const { url } = await publishHeld();
  const reader = browse(platform.url);
  const login = await reader.get(url);
  const name = { username_or_email: stranger.username };

  const wrong = await reader.submit(login, { ...name, password: 'not this one' });
  const other = await reader.submit(login, { ...name, password: stranger.password });

  expect([wrong.status, other.status]).toEqual([401, 404]);
  for (const { text } of [wrong, other]) expect(text).not.toContain('src/lib.rs');
});
