import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import type { TestUser } from '../support/platform.ts';
import { createAdministrator } from '../support/portal/administrator.ts';
import { press, said } from '../support/portal/as-person.ts';
import { listViolations, overflows, takeScreenshot } from '../support/portal/browser.ts';
import { createOrganization, manageAs } from '../support/portal/organization.ts';
import { startPortal } from '../support/portal/start.ts';

const portal = startPortal();
let boss: TestUser;
let alice: TestUser;

beforeAll(async () => {
  [boss, alice] = await Promise.all([createAdministrator(portal.platform), portal.platform.createUser()]);
});

const unknownId = '01890000-0000-7000-8000-000000000000';

test('the whole area is 404 for others, and nothing leads there', async () => {
  const addresses = [
    '/admin',
    '/admin/jobs',
    `/admin/jobs/${unknownId}`,
    '/admin/users',
    `/admin/users/${alice.username}`,
    '/admin/users/no-such-person',
    '/admin/quotas',
    '/admin/held',
    '/admin/audit',
    '/admin/audit?export=csv',
  ];
  const { page: anonymous } = await portal.open();
  const { page } = await portal.openAs(alice);
  expect(await page.getByRole('link', { name: 'Administration' }).count()).toBe(0);
  for (const address of addresses) {
    await anonymous.goto(address);
    expect(new URL(anonymous.url()).pathname).toBe('/login');
    expect((await page.goto(address))?.status(), address).toBe(404);
  }
  // a form of the administration with the session and CSRF token of another person
  await page.goto('/account');
  const csrf = await page.locator('input[name=csrf]').first().inputValue();
  const forms = [
    ['/admin', 'start'],
    ['/admin', 'recover'],
    [`/admin/users/${boss.username}`, 'lock'],
    [`/admin/users/${boss.username}`, 'export'],
    [`/admin/users/${alice.username}`, 'promote'],
    ['/admin/quotas', 'save'],
  ] as const;
  const statuses = await Promise.all(
    forms.map(async ([path, action]) => {
      const form = { csrf, action, kind: 'reindex_search', owner: alice.username, packages: '1' };
      const headers = { origin: portal.url, 'sec-fetch-site': 'same-origin' };
      return (await page.request.post(path, { form, headers, maxRedirects: 0 })).status();
    }),
  );
  expect(statuses).toEqual(statuses.map(() => 404));
  const { page: administrator } = await portal.openAs(boss);
  expect((await administrator.goto('/admin/users/no-such-person'))?.status()).toBe(404);
  expect((await administrator.goto(`/admin/jobs/${unknownId}`))?.status()).toBe(404);
  expect((await administrator.goto('/admin/jobs/nonsense'))?.status()).toBe(404);
});

test('a person is found, locked, unlocked and made an administrator, without scripts', async () => {
  const bob = await portal.platform.createUser();
  const { page, complaints } = await portal.openAs(boss, { javaScript: false });
  await page.goto('/admin');
  await page.getByRole('link', { name: 'People' }).click();
  await page.getByLabel('Name or address begins with').fill(bob.username.toUpperCase());
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(bob.username.toUpperCase());
  await page.getByRole('link', { name: bob.username, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: bob.username, exact: true }).waitFor();

  await press(page, 'Lock');
  await expect.poll(() => said(page)).toContain(`${bob.username} is locked.`);
  await expect(manageAs(portal.url, bob, 'GET', '/users/me')).rejects.toThrow('401');
  await page.goto(`/admin/users?group=locked&q=${bob.username}`);
  await page.getByRole('link', { name: bob.username, exact: true }).click();
  await press(page, 'Unlock');
  await expect.poll(() => said(page)).toContain('can log in again');

  await press(page, 'Make administrator');
  await expect.poll(() => said(page)).toContain('is an administrator of the platform');
  const { page: his } = await portal.openAs(bob);
  await his.getByRole('link', { name: 'Administration' }).click();
  await press(page, 'Remove administrator');
  await expect.poll(() => said(page)).toContain('no administrator any more');
  expect((await his.goto('/admin'))?.status()).toBe(404);
  expect(complaints).toEqual([]);
});

test('data of a person is a file; erasing takes the typed name', async () => {
  const carol = await portal.platform.createUser();
  const { page, complaints } = await portal.openAs(boss);
  await page.goto(`/admin/users/${carol.username}`);
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Export data')]);
  expect(download.suggestedFilename()).toBe(`${carol.username}.json`);
  const exported = JSON.parse(await readFile(await download.path(), 'utf8')) as Record<string, unknown[]>;
  expect(exported['account']).toMatchObject([{ username: carol.username }]);

  await page.getByLabel('Name to confirm').fill('another');
  await press(page, 'Erase');
  await expect.poll(() => page.getByRole('alert').textContent()).toContain(`this is not ${carol.username}`);
  expect(await page.getByLabel('Name to confirm').getAttribute('aria-invalid')).toBe('true');
  await page.getByLabel('Name to confirm').fill(carol.username);
  await press(page, 'Erase');
  await expect.poll(() => said(page)).toContain(`The data of ${carol.username} is removed.`);
  await page.getByText('erased', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: /Unlock|Erase/ }).count()).toBe(0);
  expect(await page.getByRole('main').textContent()).not.toContain('deleted.invalid');
  await expect(manageAs(portal.url, carol, 'GET', '/users/me')).rejects.toThrow('401');
  expect(complaints).toEqual([]);
});

test('quotas of a person, an organization and a token; what is not filled in stays', async () => {
  const slug = await createOrganization(portal.url, alice, []);
  const { page, complaints } = await portal.openAs(boss);
  const save = async (owner: string, fields: Record<string, string>) => {
    await page.goto('/admin/quotas');
    await page.getByLabel('Username or organization').fill(owner);
    for (const [label, value] of Object.entries(fields))
      await page.getByLabel(label, { exact: true }).fill(value);
    await press(page, 'Save');
  };
  const quotasOf = async (query: string) => {
    const headers = { authorization: `Bearer ${portal.platform.adminToken}` };
    const answer = await fetch(`${portal.url}/v1/admin/quotas?${query}`, { headers });
    return ((await answer.json()) as { quotas: object }).quotas;
  };

  await save(alice.username, { Packages: '5', Storage: '1.5 GiB' });
  await expect.poll(() => said(page)).toContain(`The quotas of ${alice.username} are saved.`);
  await save(alice.username, { 'Releases per day': '7' });
  await expect
    .poll(() => quotasOf(`username=${alice.username}`))
    .toEqual({ packages: 5, releases_per_day: 7, storage_bytes: 1_610_612_736 });
  const row = page.getByRole('row').filter({ has: page.getByRole('cell', { name: 'Storage', exact: true }) });
  await expect.poll(async () => (await row.textContent())?.replaceAll(/\s+/g, ' ')).toContain('1.5 GiB');
  // the form now has the current values: an empty field removes the limit
  await page.getByLabel('Packages', { exact: true }).fill('');
  await press(page, 'Save');
  await expect
    .poll(() => quotasOf(`username=${alice.username}`))
    .toMatchObject({ packages: null, releases_per_day: 7 });

  await save(slug, { Packages: '3' });
  await expect.poll(() => quotasOf(`org_slug=${slug}`)).toMatchObject({ packages: 3 });
  const { tokens } = (await manageAs(portal.url, alice, 'GET', '/tokens')) as { tokens: { id: string }[] };
  await save(tokens[0]?.id ?? '', { 'Releases per day': '2' });
  await expect.poll(() => quotasOf(`token_id=${tokens[0]?.id}`)).toMatchObject({ releases_per_day: 2 });

  await save('no-such-owner', { Packages: '3' });
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('there is no such person');
  expect(await page.getByLabel('Packages', { exact: true }).inputValue()).toBe('3');
  await save(slug, { Storage: 'much' });
  await expect.poll(() => page.getByLabel('Storage').getAttribute('aria-invalid')).toBe('true');
  expect((await page.goto('/admin/quotas?owner=no-such-owner'))?.status()).toBe(404);
  expect(complaints).toEqual([]);
});

test('the audit of the platform is filtered, and is a file', async () => {
  const { page, complaints } = await portal.openAs(boss);
  await page.goto(`/admin/users/${boss.username}`);
  await page.getByRole('main').getByRole('link', { name: 'Audit' }).last().click();
  await page.getByLabel('Action').selectOption('user_login');
  await page.getByRole('main').getByRole('button', { name: 'Filter' }).click();
  const rows = page.getByRole('region', { name: 'Audit log' }).getByRole('row');
  await expect.poll(() => rows.nth(1).textContent()).toContain('user login');
  await expect.poll(() => rows.nth(1).textContent()).toContain(boss.username);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(lines[0]).toContain('action');
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.slice(1).every((line) => line.includes('user_login'))).toBe(true);
  expect(complaints).toEqual([]);
});

test('every page is accessible, fits a small screen, and speaks the language of the reader', async () => {
  const addresses = [
    '/admin',
    '/admin/jobs',
    '/admin/jobs?state=failed',
    '/admin/users',
    `/admin/users/${alice.username}`,
    `/admin/quotas?owner=${alice.username}`,
    '/admin/audit',
  ];
  for (const [width, theme] of [
    [360, 'dark'],
    [1280, 'light'],
  ] as const) {
    const { page, complaints, context } = await portal.openAs(boss, { width, theme });
    for (const address of addresses) {
      await page.goto(address);
      expect(await listViolations(page), `${address} ${width}`).toEqual([]);
      expect(await overflows(page), `${address} ${width}`).toBe(false);
    }
    await page.goto(`/admin/users/${alice.username}`);
    await takeScreenshot(page, `admin-account-${width}`);
    expect(complaints).toEqual([]);
    await context.close();
  }
  const { page } = await portal.openAs(boss);
  await page.goto('/admin?lang=de');
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Verwaltung');
  await page.getByRole('heading', { name: 'Warteschlangen und Rollen' }).waitFor();
});
