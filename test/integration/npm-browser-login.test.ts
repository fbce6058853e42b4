import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { npmRequests } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { findTemporal, temporalMissing } from '../support/temporal.ts';
import { isSkipped } from '../support/tool.ts';

const isMissing = isSkipped(await findTemporal(), temporalMissing);

describe.skipIf(isMissing)('a log-in of npm in the browser', () => {
  let platform: Platform;
  let npm: ReturnType<typeof npmRequests>;
  let alice: { username: string; password: string };

  beforeAll(async () => {
    platform = await startPlatform();
    npm = npmRequests(`${platform.url}/npm`);
    alice = await platform.createUser();
  });
  afterAll(() => platform.stop());

  async function start(hostname?: string) {
    const { body, status } = await npm.ask('POST', '/-/v1/login', { body: { hostname } });
    expect(status).toBe(200);
    return { page: String(body['loginUrl']), done: String(body['doneUrl']) };
  }
  const sameOrigin = { 'sec-fetch-site': 'same-origin' };
  const submit = (page: string, form: Record<string, string>, headers: Record<string, string> = sameOrigin) =>
    npm.ask('POST', page, { form }, headers);
  const credentials = () => ({ username: alice.username, password: alice.password });

  test('waits, is confirmed on a page without scripts, and gives the token once', async () => {
    const { page, done } = await start('laptop <b>');

    const waiting = await npm.ask('GET', done);
    const shown = await npm.ask('GET', page);
    const confirmed = await submit(page, credentials());
    const [answer, again] = [await npm.ask('GET', done), await npm.ask('GET', done)];

    expect([waiting.status, waiting.headers.get('retry-after')]).toEqual([202, '2']);
    expect(shown.status).toBe(200);
    expect(shown.headers.get('content-security-policy')).toMatch(/default-src 'self'.*form-action 'self'/);
    expect(shown.headers.get('cache-control')).toBe('private, no-store');
    expect(shown.text).toContain('laptop &lt;b>');
    expect(shown.text).toContain(`<code>${page.slice(-8)}</code>`);
    expect(shown.text).not.toMatch(/<script(?![^>]* src="\/assets\/)|javascript:/);
    expect([confirmed.status, confirmed.headers.get('location')]).toEqual([303, '/login/device']);
    expect(answer.status).toBe(200);
    expect(await npm.whoami(String(answer.body['token']))).toBe(alice.username);
    expect(again.status).toBe(404);
    expect((await npm.ask('GET', page)).status).toBe(404);
  });

  test('a wrong password shows the form again and confirms nothing', async () => {
    const { page, done } = await start();

    const wrong = await submit(page, { username: `"><i>${alice.username}`, password: 'not this one' });
    const empty = await submit(page, { username: alice.username, password: '' });

    expect(wrong.status).toBe(401);
    expect(wrong.text).toContain('password is wrong');
    expect(wrong.text).toContain(`value="&quot;>&lt;i>${alice.username}"`);
    expect(wrong.text).not.toContain('not this one');
    expect(empty.status).toBe(422);
    expect((await npm.ask('GET', done)).status).toBe(202);
    expect((await submit(page, credentials())).status).toBe(303);
  });

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sister site', { 'sec-fetch-site': 'same-site' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['nowhere', { origin: 'null' }],
  ])('a form from %s is refused', async (_what, headers) => {
    const { page, done } = await start();

    const answer = await submit(page, credentials(), headers);

    expect(answer.status).toBe(403);
    expect((await npm.ask('GET', done)).status).toBe(202);
  });

  test('a person says no, without a password, and the client gets nothing', async () => {
    const { page, done } = await start();

    const denied = await submit(page, { decision: 'deny' });

    expect(denied.status).toBe(303);
    expect((await npm.ask('GET', done)).status).toBe(404);
    expect((await submit(page, credentials())).status).toBe(404);
  });

  test('the address of the page does not give the token away', async () => {
    const { page, done } = await start();
    await submit(page, credentials());
    const pageId = page.slice(page.lastIndexOf('/') + 1);

    const guess = await npm.ask('GET', done.replace(/[^/]+$/, pageId + 'a'.repeat(40)));

    expect(guess.status).toBe(404);
    expect((await npm.ask('GET', done)).status).toBe(200);
  });

  test('unknown log-ins are not there, on the page and for the client', async () => {
    for (const id of ['x', 'a'.repeat(40), '%00', 'a'.repeat(400)]) {
      expect((await npm.ask('GET', `${platform.url}/login/cli/${id}`)).status).toBe(404);
      expect((await submit(`${platform.url}/login/cli/${id}`, credentials())).status).toBe(404);
      expect((await npm.ask('GET', `/-/v1/login/done/${id}`)).status).toBe(404);
    }
  });

  test('a client that wants to register is sent to its own questions', async () => {
    const answer = await npm.ask('POST', '/-/v1/login', { body: { create: true } });

    expect(answer.status).toBe(404);
  });
});
