import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSigner } from '../../ecosystems/openpgp/fixtures/signer.ts';
import { sql } from '../../store/postgres/pool.ts';
import { AnyRow, type Management, seedCrate, startManagement } from '../support/management.ts';
import { type NameServer, startNameServer } from '../support/name-server.ts';
import { press, refused, said } from '../support/portal/as-person.ts';
import {
  listViolations,
  openPage,
  overflows,
  type PageSettings,
  startBrowser,
  takeScreenshot,
} from '../support/portal/browser.ts';
import { register } from '../support/portal/people.ts';

let api: Management;
let dns: NameServer;
let browser: Browser;
let url: string;

beforeAll(async () => {
  [dns, browser] = await Promise.all([startNameServer(), startBrowser()]);
  api = await startManagement({ DNS_SERVERS: dns.address });
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await browser?.close();
  await api?.stop();
  await dns?.stop();
});

async function openRegistered(options: PageSettings = {}) {
  const opened = await openPage(browser, url, options);
  return { ...opened, ...(await register(opened.page)) };
}

async function claim(page: Page, ecosystem: string, namespace: string): Promise<string> {
  await page.goto('/account/namespaces');
  await page.getByLabel('Ecosystem').selectOption(ecosystem);
  await page.getByLabel('Namespace').fill(namespace);
  await press(page, 'Claim namespace');
  await page.getByRole('main').getByRole('link', { name: namespace, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: namespace }).waitFor();
  return new URL(page.url()).pathname;
}

test.each([true, false])('a domain is verified by its DNS record (scripts: %s)', async (javaScript) => {
  const { page, complaints, username } = await openRegistered({ javaScript });
  const domain = `${username}.example`;
  await claim(page, 'maven', domain.split('.').toReversed().join('.'));
  await page.getByText('Nothing has proved yet').waitFor();
  // the claim has started the verification
  await page.getByText(`_rookery.${domain}`, { exact: true }).waitFor();
  const value = (await page.getByText(/^rookery-namespace=/).textContent()) ?? '';
  // the page hides its buttons without scripts
  await expect.poll(() => page.getByRole('button', { name: 'Copy' }).count()).toBe(javaScript ? 2 : 0);
  await page.reload();
  expect(await page.getByText(value, { exact: true }).count()).toBe(1);
  await press(page, 'Check');
  await expect.poll(() => refused(page)).toContain('there is no TXT record');

  dns.records.set(`_rookery.${domain}`, [value]);
  await press(page, 'Check');
  await expect.poll(() => said(page)).toContain('is verified');
  await page.getByText('A DNS record has proved').waitFor();
  expect(await page.getByRole('button', { name: 'Check' }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test.each(['Show the DNS record', 'Check'])(
  'a record that has expired is begun again: %s',
  async (button) => {
    const { page, username } = await openRegistered({ javaScript: false });
    const path = await claim(page, 'maven', `com.${username}`);
    await api.pool.query(sql.unsafe`
    update namespace_challenges set expires_at = now() - interval '1 minute'
    where namespace_challenges.namespace_id = ${path.split('/').at(-1) ?? ''}`);
    await page.goto(path);
    expect(await page.getByText(/^rookery-namespace=/).count()).toBe(0);
    await press(page, button);
    await page.getByText(/^rookery-namespace=/).waitFor();
    expect(await page.getByRole('button', { name: 'Show the DNS record' }).count()).toBe(0);
    await press(page, 'Check');
    await expect.poll(() => refused(page)).toContain('there is no TXT record');
  },
);

test.each([true, false])('keys are added and removed (scripts: %s)', async (javaScript) => {
  const { page, complaints, username } = await openRegistered({ javaScript });
  await claim(page, 'npm', username);
  await page.getByText('is no domain').waitFor();
  await page.getByLabel('Public key').fill('no <b>key</b>');
  await press(page, 'Add key');
  await page.getByRole('alert').waitFor();
  expect(await page.getByLabel('Public key').inputValue()).toBe('no <b>key</b>');
  expect(await page.getByLabel('Public key').getAttribute('aria-invalid')).toBe('true');

  const { publicKey } = await createSigner('Mallory');
  await page.getByLabel('Public key').fill(publicKey);
  await press(page, 'Add key');
  await expect.poll(() => said(page)).toContain('is added');
  await page.getByText('Mallory <mallory@example.com>').waitFor();
  await press(page, 'Remove');
  await expect.poll(() => said(page)).toContain('is removed');
  await page.getByText('No keys yet.').waitFor();
  expect(complaints).toEqual([]);
});

test('a namespace is transferred to an organization, and given up', async () => {
  const { page, username } = await openRegistered({ javaScript: false });
  await page.goto('/orgs/new');
  await page.getByLabel('Organization name').fill('Rooks');
  await page.getByLabel('Slug').fill(`o-${username}`);
  await press(page, 'Create organization');
  const path = await claim(page, 'npm', username);
  await page.getByLabel('Organization').selectOption({ label: 'Rooks' });
  await press(page, 'Transfer');
  await expect.poll(() => said(page)).toContain(`${username} belongs to o-${username} now.`);
  expect(
    await page
      .getByRole('main')
      .getByRole('link', { name: `o-${username}` })
      .getAttribute('href'),
  ).toBe(`/orgs/o-${username}`);
  await page.getByText('You administer no organization that can take it.').waitFor();
  await press(page, 'Give up');
  await expect.poll(() => said(page)).toContain('is given up');
  expect((await page.goto(path))?.status()).toBe(404);
});

test('an organization that asks for a second factor gets changes from people with one', async () => {
  const { page, username } = await openRegistered({ javaScript: false });
  await page.goto('/orgs/new');
  await page.getByLabel('Organization name').fill('Rooks');
  await page.getByLabel('Slug').fill(`o-${username}`);
  await press(page, 'Create organization');
  const path = await claim(page, 'maven', `com.${username}`);
  await page.getByLabel('Organization').selectOption({ label: 'Rooks' });
  await press(page, 'Transfer');
  await api.pool.query(sql.unsafe`
    update organizations set mfa_required = true where organizations.slug = ${`o-${username}`}`);
  const { id } = await api.pool.one(sql.type(AnyRow)`
    select users.id from users where users.username = ${username}`);
  api.platform.announce({ kind: 'user', id });
  expect((await page.goto(path))?.status()).toBe(200);
  expect(await page.getByRole('button', { name: 'Show the DNS record' }).count()).toBe(0);
  await press(page, 'Give up');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/account/security');
});

test('others see a namespace as soon as they see a package in it, without its forms', async () => {
  const { page: owner, username } = await openRegistered();
  const { page: guest } = await openRegistered();
  const { page: anonymous } = await openPage(browser, url);
  const path = await claim(owner, 'npm', username);
  expect((await guest.goto(path))?.status()).toBe(404);
  for (const missing of ['/namespaces/00000000-0000-0000-0000-000000000000', '/namespaces/none'])
    expect((await guest.goto(missing))?.status()).toBe(404);
  await anonymous.goto(path);
  expect(new URL(anonymous.url()).pathname).toBe('/login');

  const { id: repositoryId } = await api.pool.one(sql.type(AnyRow)`
    select repositories.id from repositories where repositories.slug = ${username}`);
  const seed = async (name: string, visibility: string) => {
    const releases = [{ version: '1.0.0' }];
    const { id } = await seedCrate(api, { repositoryId, name, visibility, releases });
    await api.pool.query(sql.unsafe`
      update packages set namespace_id = ${path.split('/').at(-1) ?? ''} where packages.id = ${id}`);
  };
  await seed(`hidden-${username}`, 'private');
  expect((await guest.goto(path))?.status()).toBe(404);
  await seed(`c${username}`, 'public');
  expect((await guest.goto(path))?.status()).toBe(200);
  expect(await guest.getByRole('link', { name: `c${username}` }).count()).toBe(1);
  expect(await guest.getByRole('main').getByRole('button').count()).toBe(0);
  const text = await guest.getByRole('main').textContent();
  expect(text).not.toContain('hidden');
  expect(text).toContain('Packages 1');
  await owner.goto(path);
  expect(await owner.getByRole('main').textContent()).toContain('Packages 2');
  await owner.getByText('Only a namespace without packages can be given up.').waitFor();
});

test.each(['light', 'dark'] as const)(
  'pages of namespaces are accessible (%s)',
  async (theme) => {
    const { page, complaints, username } = await openRegistered({ theme });
    const path = await claim(page, 'maven', `com.${username}.tools`);
    await page.getByLabel('Public key').fill((await createSigner('Alice')).publicKey);
    await press(page, 'Add key');
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      expect(await listViolations(page)).toEqual([]);
      expect(await overflows(page)).toBe(false);
      await takeScreenshot(page, `namespace-${theme}-${width}`);
    }
    expect(complaints).toEqual([]);
  },
  60_000,
);
