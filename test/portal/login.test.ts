import { expect, test } from 'vitest';
import { refused } from '../support/portal/as-person.ts';
import { listViolations, overflows } from '../support/portal/browser.ts';
import { startPortal } from '../support/portal/start.ts';

const portal = startPortal();

const newName = () => `reader-${Math.random().toString(36).slice(2, 10)}`;

test.each([true, false])('a person registers, logs out and logs in (scripts: %s)', async (javaScript) => {
  const { page, complaints, context } = await portal.open({ javaScript });
  const name = newName();
  await page.goto('/');
  await page.getByRole('link', { name: 'Register' }).click();
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Email').fill(`${name}@example.org`);
  await page.getByLabel('Password').fill('a long enough password');
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click();
  await expect.poll(() => page.getByRole('status').textContent()).toContain(name);
  const session = (await context.cookies()).find((cookie) => cookie.name === 'rookery_session');
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });

  await page.getByRole('button', { name: 'Log out' }).click();
  await expect.poll(() => page.getByRole('status').textContent()).toBe('You are logged out.');
  await page.reload();
  expect(await page.getByRole('status').count()).toBe(0);

  await page.goto('/login?next=/logout');
  await page.getByLabel('Username or email').fill(name);
  await page.getByLabel('Password').fill('not that password');
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await expect.poll(() => refused(page)).toContain('password is wrong');
  expect(await page.getByLabel('Username or email').inputValue()).toBe(name);
  await page.getByLabel('Password').fill('a long enough password');
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/logout');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect.poll(() => page.getByRole('status').textContent()).toBe('You are logged out.');
  expect(complaints).toEqual([]);
});

test('an ended session is over on the next page', async () => {
  const { page, context } = await portal.open();
  const name = newName();
  await page.goto('/register');
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Email').fill(`${name}@example.org`);
  await page.getByLabel('Password').fill('a long enough password');
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click();
  await page.getByRole('button', { name: 'Log out' }).waitFor();
  const kept = await context.cookies();
  await page.getByRole('button', { name: 'Log out' }).click();
  await context.addCookies(kept);
  await page.goto('/');
  expect(await page.getByRole('link', { name: 'Log in' }).count()).toBe(1);
});

test('cookies of pages mean nothing to programs, and forms of other sites nothing to pages', async () => {
  const { page, context } = await portal.open();
  const name = newName();
  await page.goto('/register');
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Email').fill(`${name}@example.org`);
  await page.getByLabel('Password').fill('a long enough password');
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click();
  await page.getByRole('button', { name: 'Log out' }).waitFor();
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');

  const me = await fetch(`${portal.url}/v1/users/me`, { headers: { cookie } });
  expect(me.status).toBe(401);
  const asBearer = await fetch(`${portal.url}/v1/users/me`, {
    headers: { authorization: `Bearer ${/rookery_session=([^;]+)/.exec(cookie)?.[1]}` },
  });
  expect(asBearer.status).toBe(401);

  const foreign = { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  for (const headers of [foreign, { cookie }, { cookie, origin: portal.url }]) {
    const refused = await fetch(`${portal.url}/logout`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'csrf=AAAA',
      redirect: 'manual',
    });
    expect(refused.status).toBe(403);
  }
  await page.goto('/');
  expect(await page.getByRole('button', { name: 'Log out' }).count()).toBe(1);
});

test('missing addresses are pages for people and problems for programs', async () => {
  const html = await fetch(`${portal.url}/no/such/page`, { headers: { accept: 'text/html' } });
  expect(html.status).toBe(404);
  expect(html.headers.get('content-type')).toContain('text/html');
  expect(await html.text()).toContain('role="search"');
  const problem = await fetch(`${portal.url}/v1/nothing`, { headers: { accept: 'text/html' } });
  expect(problem.headers.get('content-type')).toContain('application/problem+json');
});

test.each(['light', 'dark'] as const)('the pages of the log-in are accessible (%s)', async (theme) => {
  for (const width of [360, 1280] as const) {
    const { page } = await portal.open({ theme, width });
    for (const path of ['/', '/login', '/register', '/no-such-page']) {
      await page.goto(path);
      expect(await listViolations(page)).toEqual([]);
      expect(await overflows(page)).toBe(false);
    }
  }
});
