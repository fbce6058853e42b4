import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import { download, refused, said } from '../support/portal/as-person.ts';
import { listViolations, overflows, takeScreenshot } from '../support/portal/browser.ts';
import { logIn, register } from '../support/portal/people.ts';
import { startPortal } from '../support/portal/start.ts';

const portal = startPortal();

const me = (token: string) =>
  fetch(`${portal.url}/v1/users/me`, { headers: { authorization: `Bearer ${token}` } });

test('a token is made, shown once, used, and revoked', async () => {
  const { page, complaints } = await portal.open({ javaScript: false });
  const { username } = await register(page);
  await page.goto('/account/tokens');
  await page.getByLabel('Token name').fill('laptop');
  await page.getByLabel('Ecosystem').selectOption('npm');
  await page.getByLabel('Package', { exact: true }).fill('@acme/left-pad');
  await page.getByRole('group', { name: 'Scopes' }).getByLabel('tokens:read').check();
  await page.getByRole('button', { name: 'Create token' }).click();
  const bound = page.getByLabel('Package', { exact: true });
  await expect.poll(() => bound.getAttribute('aria-invalid')).toBe('true');
  await page
    .getByRole('alert')
    .getByRole('link', { name: /^Package: / })
    .click();
  await expect.poll(() => new URL(page.url()).hash).toBe('#package');
  expect(await page.getByLabel('Token name').inputValue()).toBe('laptop');
  await bound.fill('npm/nothing-of-this-name');
  await page.getByRole('button', { name: 'Create token' }).click();
  await expect.poll(() => refused(page)).toContain('not found');
  await bound.fill('');
  expect(await page.getByLabel('Ecosystem').inputValue()).toBe('npm');
  await page.getByLabel('Ecosystem').selectOption('');
  await page.getByLabel('Expires in days').fill('30');
  await page.getByLabel('Kind').selectOption('ci');
  await page.getByLabel('Packages', { exact: true }).fill('2');
  await page.getByLabel('Releases per day').fill('3');
  await page.getByLabel('Storage').fill('1048576');
  await page.getByRole('button', { name: 'Create token' }).click();
  const secret = (await page.getByRole('status').locator('code').textContent()) ?? '';
  expect(await (await me(secret)).json()).toMatchObject({
    username,
    scopes: expect.arrayContaining(['tokens:read']),
  });
  const tokens = await fetch(`${portal.url}/v1/tokens`, { headers: { authorization: `Bearer ${secret}` } });
  expect(await tokens.json()).toMatchObject({
    tokens: [{ kind: 'ci', quotas: { packages: 2, releases_per_day: 3, storage_bytes: 1_048_576 } }],
  });
  await expect.poll(() => page.getByRole('row').nth(1).textContent()).toContain('Releases per day: 3');
  await page.reload();
  expect(await page.getByRole('status').count()).toBe(0);
  await page.getByRole('button', { name: 'Revoke' }).click();
  await expect.poll(() => page.getByRole('status').textContent()).toContain('Revoked.');
  expect((await me(secret)).status).toBe(401);
  await page.goto('/account');
  await page.getByText('This site sends no mail').waitFor();
  expect(await page.getByRole('button', { name: 'Send link' }).count()).toBe(0);
  await page.goto('/account/activity');
  const cells = await page.getByRole('region', { name: 'Activity' }).getByRole('cell').allInnerTexts();
  const rows = Array.from({ length: cells.length / 5 }, (_, row) => cells.slice(row * 5, row * 5 + 5));
  expect(rows.map(([what = '', , credential = '']) => [what.replaceAll(/\s+/g, ' '), credential])).toEqual([
    ['Token revoked laptop', 'session'],
    ['Token created laptop', 'session'],
    ['Logged in', 'session'],
    ['Account created', 'session'],
  ]);
  expect(complaints).toEqual([]);
});

test('a second factor is set up, and asked for with a code and a recovery code', async () => {
  const { page, complaints } = await portal.open();
  const person = await register(page);
  await page.goto('/account/security?next=/account');
  await page.getByRole('button', { name: 'Enable MFA' }).click();
  const secret = (await page.getByRole('region', { name: 'Secret' }).textContent()) ?? '';
  const codes = (await page.getByRole('region', { name: 'Recovery codes' }).textContent())?.split('\n') ?? [];
  expect(await page.getByRole('link', { name: 'Download recovery codes' }).getAttribute('href')).toContain(
    codes[0] ?? 'a code',
  );
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByRole('alert').waitFor();
  // the secret in the authenticator stays the same after a wrong code
  expect(await page.getByRole('region', { name: 'Secret' }).textContent()).toBe(secret);
  await page.getByLabel('Code', { exact: true }).fill(generateSync({ secret }));
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/account');

  // each code works once, so the log-in uses that of the next period
  const nextCode = generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + 30 });
  for (const code of [nextCode, codes[0] ?? '']) {
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.goto('/login?next=/account/sessions');
    await page.getByLabel('Username or email').fill(person.username);
    await page.getByLabel('Password').fill(person.password);
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await page.getByLabel('Code').fill(code);
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/account/sessions');
  }
  expect(complaints).toEqual([]);
}, 60_000);

test.each([true, false])('new recovery codes can be kept as a file (scripts: %s)', async (javaScript) => {
  const { page, complaints } = await portal.open({ javaScript });
  await register(page);
  await page.goto('/account/security');
  await page.getByRole('button', { name: 'Enable MFA' }).click();
  const secret = (await page.getByRole('region', { name: 'Secret' }).textContent()) ?? '';
  const codes = page.getByRole('region', { name: 'Recovery codes' });
  const [first = ''] = (await codes.textContent())?.split('\n') ?? [];
  await page.getByLabel('Code', { exact: true }).fill(generateSync({ secret }));
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByText('A second factor is set up.').waitFor();
  expect(await page.getByLabel('Code', { exact: true }).count()).toBe(2);

  const form = page.getByRole('form', { name: 'New recovery codes' });
  await form.getByLabel('Code', { exact: true }).fill(first);
  await form.getByRole('button').click();
  await expect.poll(() => said(page)).toContain('new recovery codes');
  const renewed = (await codes.textContent()) ?? '';
  expect(renewed.split('\n')).toHaveLength(8);
  expect(renewed).not.toContain(first);
  const { filename, text } = await download(page, 'Download recovery codes');
  expect([filename, text]).toEqual(['rookery-recovery-codes.txt', `${renewed}\n`]);
  expect(javaScript ? await listViolations(page) : []).toEqual([]);
  expect(javaScript && (await overflows(page))).toBe(false);
  await page.reload();
  expect(await page.content()).not.toContain(renewed.split('\n')[0]);

  const disable = page.getByRole('form', { name: 'Disable MFA' });
  await disable.getByLabel('Code', { exact: true }).fill(renewed.split('\n')[0] ?? '');
  await disable.getByRole('button').click();
  await page.getByRole('button', { name: 'Enable MFA' }).waitFor();
  expect(complaints).toEqual([]);
});

test('a session that is revoked elsewhere is over at once, and so are those of an old password', async () => {
  const [one, other] = [await portal.open(), await portal.open()];
  const person = await register(one.page);
  await logIn(other.page, person);
  await one.page.goto('/account/sessions');
  const own = one.page.getByRole('row').filter({ hasText: 'this browser' });
  const agent = own.getByText(/^Mozilla\//);
  expect(await agent.isVisible()).toBe(false);
  await own.getByText(/^Chrome \d+ · Linux$/).click();
  expect(await agent.textContent()).toBe(await one.page.evaluate(() => navigator.userAgent));
  const row = one.page.getByRole('row').filter({ hasNotText: 'this browser' }).nth(1);
  await row.getByRole('button', { name: 'Revoke' }).click();
  await one.page.getByRole('status').waitFor();
  await other.page.goto('/account');
  await expect.poll(() => new URL(other.page.url()).pathname).toBe('/login');

  await logIn(other.page, person);
  await one.page.goto('/account/security');
  await one.page.getByLabel('Current password').fill(person.password);
  await one.page.getByLabel('New password').fill('another long password');
  await one.page.getByRole('button', { name: 'Change password' }).click();
  await one.page.getByRole('status').waitFor();
  await other.page.goto('/account');
  await expect.poll(() => new URL(other.page.url()).pathname).toBe('/login');
}, 60_000);

test('a profile is changed, and addresses that are none are refused beside their field', async () => {
  const { page } = await portal.open();
  const { username } = await register(page);
  await page.goto('/account');
  await page.getByLabel('Display name').fill('Rook <b>Er</b>');
  await page.getByLabel('Website').evaluate((input) => input.setAttribute('type', 'text'));
  await page.getByLabel('Website').fill('javascript:alert(1)');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => page.getByLabel('Website').getAttribute('aria-invalid')).toBe('true');
  await page.getByLabel('Website').fill('https://example.org/');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('status').waitFor();
  const profile = await (await fetch(`${portal.url}/v1/users/${username}`)).json();
  expect(profile).toMatchObject({ display_name: 'Rook <b>Er</b>', website: 'https://example.org/' });
});

test('strangers are sent to the log-in and come back', async () => {
  for (const path of [
    '/account',
    '/account/tokens',
    '/account/security',
    '/account/sessions',
    '/account/activity',
  ]) {
    const answer = await fetch(portal.url + path, { redirect: 'manual' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`/login?next=${encodeURIComponent(path)}`);
  }
  const outside = await fetch(`${portal.url}/login?next=//evil.example/`);
  // neither the form nor its links lead to the other site
  expect(await outside.text()).not.toMatch(/(?:href|action)="[^"]*evil/);
});

test.each(['light', 'dark'] as const)(
  'the pages of an account are accessible (%s)',
  async (theme) => {
    const { page } = await portal.open({ theme });
    await register(page);
    await page.goto('/account/tokens');
    await page.getByLabel('Token name').fill('ci');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('status').waitFor();
    expect(await listViolations(page)).toEqual([]);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of [
        '/account',
        '/account/tokens',
        '/account/security',
        '/account/sessions',
        '/account/activity',
        '/login/forgot',
      ]) {
        await page.goto(path);
        if (path === '/account/sessions') await page.getByText(/^Chrome \d+ · Linux$/).click();
        expect(await listViolations(page), path).toEqual([]);
        expect(await overflows(page), path).toBe(false);
        if (path === '/account/sessions') await takeScreenshot(page, `sessions-${theme}-${width}`);
      }
    }
    await page.goto('/account/security');
    await page.getByRole('button', { name: 'Enable MFA' }).click();
    await page.getByRole('region', { name: 'Secret' }).waitFor();
    expect(await listViolations(page)).toEqual([]);
  },
  60_000,
);
