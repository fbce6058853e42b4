import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { unique } from '../security/publish.ts';
import { publishToNpm } from '../support/portal/npm-packages.ts';
import { register } from '../support/portal/people.ts';
import { startPortal } from '../support/portal/start.ts';

const portal = startPortal();

const name = `controls-${unique()}`;
const at = (...rest: string[]) => ['/packages/npm', name, ...rest].join('/');

/** Names by which documents, scripts and tests find a control. */
const names = [
  'Search',
  'Log in',
  'Register',
  'Log out',
  'Publish a package',
  'Create token',
  'Copy name',
  'Copy version',
  'Enable MFA',
  'Verify',
  'Send link',
  'Save',
  'Create organization',
  'Create repository',
  'Claim namespace',
  'Readme',
  'Versions',
  'Dependencies',
  'Dependents',
  'Security',
  'Activity',
  'Settings',
  'New game',
  'Analyse',
];

const ofPackage = [
  at(),
  ...['versions', 'dependencies', 'dependents', 'security', 'activity'].map((tab) => `${at()}?tab=${tab}`),
  at('1.1.0'),
  at('1.1.0', '-/files/'),
  at('1.1.0', '-/files/index.js'),
  at('-/compare/1.0.0...1.1.0'),
];

beforeAll(async () => {
  const { token } = await portal.platform.createUser();
  for (const version of ['1.0.0', '1.1.0']) await publishToNpm(portal.url, token, { name, version });
});

/** The numbers of buttons and links with this name, outside tables and lists. */
function count(page: Page, of: string): Promise<number[]> {
  const outside = page.locator(':not(table *, main ol *, main ul:not(nav ul) *)');
  const roles = ['button', 'link'] as const;
  return Promise.all(
    roles.map((role) => page.getByRole(role, { name: of, exact: true }).and(outside).count()),
  );
}

async function expectUnique(page: Page, path: string): Promise<void> {
  await page.goto(path);
  for (const each of names) {
    const counts = await count(page, each);
    expect(
      counts.filter((found) => found > 1),
      `${path}: ${each}`,
    ).toEqual([]);
  }
}

async function expectOnce(page: Page, path: string, each: string): Promise<void> {
  const [buttons = 0, links = 0] = await count(page, each);
  expect(buttons + links, `${path}: ${each}`).toBe(1);
}

test('on pages for all, a name stands for one control, and search and account are at hand', async () => {
  const { page } = await portal.open();
  for (const path of [
    '/',
    '/no-such-page',
    '/search',
    '/search?q=zzqqxx',
    '/register',
    '/login',
    '/login?next=/account',
    '/login/forgot',
    '/login/device',
    '/publish',
    '/publish/npm',
    '/publish/composer',
    '/docs',
    '/docs/errors/not_found',
    '/status',
    '/chess',
    '/chess/archive',
    ...ofPackage,
  ]) {
    await expectUnique(page, path);
    for (const each of ['Search', 'Log in', 'Register']) await expectOnce(page, path, each);
  }
}, 120_000);

test('on pages for people, a name stands for one control, and the way out is at hand', async () => {
  const { page } = await portal.open();
  const { username } = await register(page);
  for (const path of [
    '/',
    '/no-such-page',
    '/logout',
    '/account',
    '/account/tokens',
    '/account/security',
    '/account/sessions',
    '/account/invitations',
    '/account/organizations',
    '/account/repositories',
    '/account/namespaces',
    '/publish/npm',
    '/publish/composer',
    '/orgs/new',
    `/users/${username}`,
    `/repositories/${username}`,
    ...ofPackage,
  ]) {
    await expectUnique(page, path);
    for (const each of ['Search', 'Log out']) await expectOnce(page, path, each);
  }
}, 120_000);

test('what leads to the first publish is one link', async () => {
  const { page } = await portal.open();
  for (const path of ['/', '/search?q=zzqqxx']) {
    await page.goto(path);
    expect(await page.getByRole('link', { name: 'Publish a package' }).count(), path).toBe(1);
  }
});
