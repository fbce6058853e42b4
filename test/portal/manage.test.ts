import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { publishCrate } from '../support/cargo.ts';
import { makeCrate, uniqueName } from '../support/crates.ts';
import type { TestUser } from '../support/platform.ts';
import { refused, said } from '../support/portal/as-person.ts';
import { listViolations, overflows, type PageSettings } from '../support/portal/browser.ts';
import { logIn } from '../support/portal/people.ts';
import { startPortal } from '../support/portal/start.ts';

const portal = startPortal();
let owner: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  [owner, stranger] = await Promise.all([portal.platform.createUser(), portal.platform.createUser()]);
});

async function publish(name = uniqueName(), ...versions: string[]): Promise<string> {
  for (const version of versions.length > 0 ? versions : ['1.0.0']) {
    const crate = await makeCrate({ name, version });
    const { status, text } = await publishCrate(portal.platform, crate, owner.token);
    if (status !== 200) throw new Error(text);
  }
  return name;
}

const settingsOf = (name: string) => `/packages/cargo/${name}/-/settings`;

async function openSettings(
  name: string,
  options: PageSettings = {},
): Promise<{ page: Page; complaints: readonly string[] }> {
  const { page, complaints } = await portal.open(options);
  await logIn(page, owner);
  await page.goto(settingsOf(name));
  return { page, complaints };
}

async function read(name: string, path = ''): Promise<Record<string, unknown>> {
  const response = await fetch(`${portal.url}/v1/packages/cargo/${name}${path}`, {
    headers: { authorization: `Bearer ${owner.token}` },
  });
  return (await response.json()) as Record<string, unknown>;
}

test('settings are 404 for strangers and for names that are free, and a log-in for others', async () => {
  const name = await publish();
  const { page } = await portal.open();
  await page.goto(settingsOf(name));
  expect(new URL(page.url()).pathname).toBe('/login');
  await logIn(page, stranger);
  const hidden = await page.goto(settingsOf(name));
  const missing = await page.goto(settingsOf(uniqueName()));
  expect([hidden?.status(), missing?.status()]).toEqual([404, 404]);
});

test('a member whose role does not reach is told which roles do', async () => {
  const slug = uniqueName('org');
  const call = async (method: string, path: string, body: object) => {
    const response = await fetch(`${portal.url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${owner.session}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  };
  await call('POST', '/orgs', { slug, name: 'Organization of tests' });
  await call('POST', `/orgs/${slug}/members`, { username: stranger.username, role: 'viewer' });
  await call('POST', '/repositories', {
    slug: `${slug}-packages`,
    name: 'Packages',
    kind: 'public',
    visibility: 'public',
    owner_org_slug: slug,
  });
  const name = uniqueName();
  const crate = await makeCrate({ name });
  const sent = await fetch(`${portal.url}/cargo/r/${slug}-packages/api/v1/crates/new`, {
    method: 'PUT',
    headers: { authorization: owner.token },
    body: new Uint8Array(crate.body),
  });
  expect(sent.status).toBe(200);
  const { page } = await portal.open();
  await logIn(page, stranger);

  const refused = await page.goto(settingsOf(name));

  expect(refused?.status()).toBe(403);
  expect(await page.getByRole('main').textContent()).toContain('owner, admin, maintainer');
});

test.each([true, false])('texts, links and visibility are saved (scripts: %s)', async (javaScript) => {
  const name = await publish();
  const { page, complaints } = await openSettings(name, { javaScript });
  await page.getByLabel('Homepage').fill('javascript:alert(1)');
  await page.getByLabel('Description').fill('<b>bold</b> words');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => page.getByRole('alert').count()).toBe(1);
  expect(await page.getByLabel('Description').inputValue()).toBe('<b>bold</b> words');
  expect(await page.getByLabel('Homepage').getAttribute('aria-invalid')).toBe('true');

  await page.getByLabel('Homepage').fill('https://example.org/');
  await page.getByLabel('Keywords').fill('one, two,, one');
  await page.getByLabel('The package is deprecated').check();
  await page.getByLabel('Deprecation message').fill('use another');
  await page.getByLabel('Visibility').selectOption('unlisted');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => said(page)).toContain('saved');

  expect(await read(name)).toMatchObject({
    description: '<b>bold</b> words',
    homepage: 'https://example.org/',
    keywords: ['one', 'two'],
    visibility: 'unlisted',
    is_deprecated: true,
    deprecation_message: 'use another',
  });
  expect(complaints).toEqual([]);
});

test('people, tags and trusted publishers come and go', async () => {
  const name = await publish();
  const { page } = await openSettings(name);
  await page.getByLabel('Username').fill('no-such-user');
  await page.getByRole('button', { name: 'Add maintainer' }).click();
  await expect.poll(() => refused(page)).toContain('no such person');
  await page.getByLabel('Username').fill(stranger.username);
  await page.getByRole('button', { name: 'Add maintainer' }).click();
  await expect.poll(() => said(page)).toContain(stranger.username);
  const maintainers = page.getByRole('form', { name: 'Maintainers' });
  await maintainers.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => page.getByRole('form', { name: 'Maintainers' }).count()).toBe(0);

  await page.getByLabel('Tag', { exact: true }).fill('stable');
  await page.getByLabel('Version', { exact: true }).fill('9.9.9');
  await page.getByRole('button', { name: 'Assign tag' }).click();
  await expect.poll(() => refused(page)).toContain('no such version');
  await page.getByLabel('Version', { exact: true }).fill('1.0.0');
  await page.getByRole('button', { name: 'Assign tag' }).click();
  await expect.poll(() => said(page)).toContain('stable stands for 1.0.0');
  await page.getByRole('form', { name: 'Tags' }).getByRole('button', { name: 'Remove' }).first().click();
  await expect.poll(() => said(page)).toContain('is removed');

  await page.getByLabel('Repository of the source').fill('probe');
  await page.getByLabel('Workflow').fill('release.yml');
  await page.getByRole('button', { name: 'Add publisher' }).click();
  await page.getByRole('alert').getByText('owner/name').waitFor();
  await page.getByLabel('Repository of the source').fill('acme/probe');
  await page.getByRole('button', { name: 'Add publisher' }).click();
  await expect.poll(() => said(page)).toContain('acme/probe');
  await page.getByLabel('Trusted publishing only').check();
  await page.getByRole('button', { name: 'Change' }).click();
  await expect.poll(() => said(page)).toContain('saved');
  expect(await read(name)).toMatchObject({ trusted_publishing_only: true });
  const publishers = page.getByRole('form', { name: 'Trusted publishers' });
  await publishers.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => said(page)).toContain('removed');
});

test('several versions are yanked and deleted at once, after the page has said what depends on them', async () => {
  const name = await publish(uniqueName(), '1.0.0', '1.1.0', '2.0.0');
  const { page } = await openSettings(name);
  await page.getByRole('button', { name: 'Yank', exact: true }).click();
  await expect.poll(() => refused(page)).toContain('at least one');
  await page.getByRole('checkbox', { name: '1.0.0' }).check();
  await page.getByRole('checkbox', { name: '1.1.0' }).check();
  await page.getByLabel('Reason').fill('broken');
  await page.getByRole('button', { name: 'Yank', exact: true }).click();
  await expect.poll(() => said(page)).toContain('2');
  expect(await read(name, '/releases/1.1.0')).toMatchObject({ is_yanked: true, yank_reason: 'broken' });

  await page.getByRole('checkbox', { name: '1.0.0' }).check();
  await page.getByRole('checkbox', { name: '1.1.0' }).check();
  await page.getByRole('button', { name: 'Delete' }).first().click();
  await page.getByRole('heading', { name: 'Delete versions: 2' }).waitFor();
  await expect.poll(() => page.getByRole('main').textContent()).toContain('depends on this one');
  expect(await read(name, '/releases/1.0.0')).toMatchObject({ version: '1.0.0' });
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect.poll(() => said(page)).toContain('Versions deleted: 2');
  expect(await read(name, '/releases/1.0.0')).toMatchObject({ status: 'deleted' });
  expect(await read(name, '/releases/2.0.0')).toMatchObject({ status: 'published' });
});

test('a package is archived by its name, and restored', async () => {
  const name = await publish();
  const { page } = await openSettings(name);
  await page.getByLabel('Name to confirm').fill('another');
  await page.getByRole('button', { name: 'Delete' }).last().click();
  await expect.poll(() => refused(page)).toContain(`this is not ${name}`);
  await page.getByLabel('Name to confirm').fill(name);
  await page.getByRole('button', { name: 'Delete' }).last().click();
  await expect.poll(() => said(page)).toContain('is archived');
  expect(await read(name)).toMatchObject({ is_archived: true });
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect.poll(() => said(page)).toContain('is back');
  expect(await read(name)).toMatchObject({ is_archived: false });
});

test.each(['light', 'dark'] as const)('settings are accessible (%s)', async (theme) => {
  const name = await publish();
  for (const width of [360, 1280] as const) {
    const { page, complaints } = await openSettings(name, { theme, width });
    for (const path of [settingsOf(name), `${settingsOf(name)}?delete=1.0.0`]) {
      await page.goto(path);
      expect(await listViolations(page)).toEqual([]);
      expect(await overflows(page)).toBe(false);
    }
    expect(complaints).toEqual([]);
  }
});
