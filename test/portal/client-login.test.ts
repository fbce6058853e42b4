import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { refused } from '../support/portal/as-person.ts';
import { listViolations, overflows } from '../support/portal/browser.ts';
import { register } from '../support/portal/people.ts';
import { startPortal } from '../support/portal/start.ts';

const portal = startPortal();

async function ask(path: string, body: object) {
  const answer = await fetch(portal.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Record<string, unknown>;
}

/** Starts a log-in of a command line that waits for a person. */
async function startDevice() {
  const wanted = { client_name: 'laptop <b>x</b>', scopes: ['packages:write'] };
  const started = await ask('/v1/auth/device', wanted);
  const device = String(started['device_code']);
  return {
    code: String(started['user_code']),
    url: String(started['verification_uri_complete']),
    poll: () => ask('/v1/auth/device/token', { device_code: device }),
  };
}

const addressOf = async (page: Page) => new URL(page.url()).pathname;

test('a person who is logged in sees who asks and approves without a password', async () => {
  const { page, complaints } = await portal.open();
  const { username } = await register(page);
  const client = await startDevice();
  await page.goto('/login/device');
  await page.getByLabel('Code').fill(client.code.toLowerCase());
  await page.getByRole('button', { name: 'Go on' }).click();
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Approve' }).waitFor();
  for (const words of [username, 'laptop <b>x</b>', client.code, 'packages:write']) {
    await expect.poll(() => main.textContent()).toContain(words);
  }
  expect(await page.getByLabel('Password').count()).toBe(0);
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect.poll(() => page.getByRole('status').textContent()).toContain('Approved.');
  await expect.poll(() => main.textContent()).toContain('Go back to your terminal.');
  expect(await client.poll()).toMatchObject({ username, scopes: ['packages:write'] });
  expect((await page.goto(client.url))?.status()).toBe(404);
  expect(await page.getByLabel('Code').getAttribute('aria-invalid')).toBe('true');
  expect(complaints).toEqual([]);
});

test('without a session name and password are on the page, and a wrong one approves nothing', async () => {
  const one = await portal.open();
  const { username, password } = await register(one.page);
  const { page } = await portal.open({ javaScript: false });
  const client = await startDevice();
  await page.goto(client.url);
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password').fill('not this one');
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect.poll(() => refused(page)).toContain('password is wrong');
  expect(await page.getByLabel('Username or email').inputValue()).toBe(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect.poll(() => page.getByRole('status').textContent()).toContain('Approved.');
  // the log-in of the command line does not log in this browser
  expect(await page.getByRole('banner').getByRole('link', { name: 'Log in' }).count()).toBe(1);
  expect(await client.poll()).toMatchObject({ username });
});

test('saying no needs no password', async () => {
  const { page } = await portal.open();
  const client = await startDevice();
  await page.goto(client.url);
  await page.getByRole('button', { name: 'Deny' }).click();
  await expect.poll(() => page.getByRole('status').textContent()).toContain('Denied.');
  expect(await client.poll()).toMatchObject({ code: 'access_denied' });
});

test('the page of a package manager’s log-in approves for the session as well', async () => {
  const { page } = await portal.open();
  const { username } = await register(page);
  const { loginUrl, doneUrl } = await ask('/npm/-/v1/login', { hostname: 'build box' });
  await page.goto(String(loginUrl));
  expect(await page.getByRole('main').textContent()).toContain('build box');
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect.poll(() => addressOf(page)).toBe('/login/device');
  const { token } = (await (await fetch(String(doneUrl))).json()) as { token: string };
  const me = await fetch(`${portal.url}/npm/-/whoami`, { headers: { authorization: `Bearer ${token}` } });
  expect(await me.json()).toMatchObject({ username });
  expect((await page.goto(String(loginUrl)))?.status()).toBe(404);
});

test('a session does not approve for a form of another site, or without the proof of the page', async () => {
  const { page, context } = await portal.open();
  await register(page);
  const client = await startDevice();
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  for (const headers of [{ origin: 'https://evil.example' }, { origin: portal.url }, {}]) {
    const refused = await fetch(`${portal.url}/login/device`, {
      method: 'POST',
      headers: { cookie, ...headers },
      body: new URLSearchParams({ user_code: client.code, decision: 'approve' }),
    });
    expect(refused.status).toBe(403);
  }
  expect(await client.poll()).toMatchObject({ code: 'authorization_pending' });
});

test.each(['light', 'dark'] as const)(
  'the pages of a command line are accessible (%s)',
  async (theme) => {
    const anonymous = await portal.open({ theme });
    const member = await portal.open({ theme });
    await register(member.page);
    const client = await startDevice();
    const { loginUrl } = await ask('/npm/-/v1/login', { hostname: 'h'.repeat(60) });
    for (const { page } of [anonymous, member]) {
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        for (const path of [
          '/login/device',
          client.url,
          String(loginUrl),
          '/login/device?user_code=BCDF-GHJK',
        ]) {
          await page.goto(path);
          expect(await listViolations(page), path).toEqual([]);
          expect(await overflows(page), path).toBe(false);
        }
      }
    }
  },
  60_000,
);
