import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { unique } from '../security/publish.ts';
import { makeCrate, uniqueName } from '../support/crates.ts';
import type { TestUser } from '../support/platform.ts';
import { createAdministrator } from '../support/portal/administrator.ts';
import { press, said } from '../support/portal/as-person.ts';
import { listViolations, overflows, takeScreenshot } from '../support/portal/browser.ts';
import { createOrganization, manageAs } from '../support/portal/organization.ts';
import { startPortal } from '../support/portal/start.ts';

const portal = startPortal();
let owner: TestUser;
let admin: TestUser;
let viewer: TestUser;
let guest: TestUser;

beforeAll(async () => {
  [owner, admin, viewer, guest] = await Promise.all([
    portal.platform.createUser(),
    portal.platform.createUser(),
    portal.platform.createUser(),
    portal.platform.createUser(),
  ]);
});

const organizationOf = (members: Parameters<typeof createOrganization>[2] = []) =>
  createOrganization(portal.url, owner, members);
const read = (path: string) => manageAs(portal.url, owner, 'GET', path);
const tab = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();

async function publishInto(slug: string, name: string, { token }: TestUser): Promise<number> {
  const { body } = await makeCrate({ name });
  const sent = await fetch(`${portal.url}/cargo/r/${slug}/api/v1/crates/new`, {
    method: 'PUT',
    headers: { authorization: token },
    body: new Uint8Array(body),
  });
  return sent.status;
}

test('a refusal is in the language of the reader', async () => {
  const slug = await organizationOf();
  const { page, complaints } = await portal.openAs(owner, { width: 360 });
  const create = async (typed: string) => {
    await page.goto('/orgs/new?lang=de');
    await page.getByLabel('Name der Organisation').fill('Türme');
    await page.getByRole('textbox', { name: 'Kürzel' }).fill(typed);
    await press(page, 'Organisation anlegen');
    await page.getByRole('alert').waitFor();
  };

  await create(slug);
  const alert = page.getByRole('alert');
  expect(await alert.textContent()).toContain('Dieses Kürzel ist schon vergeben.');
  expect(await alert.locator('[lang=en]').textContent()).toContain(slug);
  await takeScreenshot(page, 'organization-refused-de');
  expect(await listViolations(page)).toEqual([]);
  expect(await overflows(page)).toBe(false);

  await create('No slug!');
  const field = page.locator('.problem');
  expect(await field.textContent()).toContain('Diese Angabe wird nicht angenommen.');
  expect(await field.locator('[lang=en]').count()).toBe(1);
  expect(await alert.getByRole('link', { name: 'Kürzel: Diese Angabe wird nicht angenommen.' }).count()).toBe(
    1,
  );
  await takeScreenshot(page, 'organization-field-refused-de');
  expect(await overflows(page)).toBe(false);
  expect(complaints).toEqual([]);
});

test('organization, invitation, team, access, publish: without scripts', async () => {
  const slug = `o-${unique()}`;
  const { page, complaints } = await portal.openAs(owner, { javaScript: false });
  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: 'Create organization' }).click();
  await page.getByLabel('Organization name').fill('Rooks & <b>Co</b>');
  await page.getByLabel('Slug').fill('No slug!');
  await press(page, 'Create organization');
  await page.getByRole('alert').waitFor();
  expect(await page.getByLabel('Organization name').inputValue()).toBe('Rooks & <b>Co</b>');
  expect(await page.getByLabel('Slug').getAttribute('aria-invalid')).toBe('true');
  await page.getByLabel('Slug').fill(slug);
  await press(page, 'Create organization');
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/orgs/${slug}`);
  await page.getByRole('heading', { level: 1, name: 'Rooks & <b>Co</b>', exact: true }).waitFor();
  await page.getByText('No packages yet.').waitFor();

  await tab(page, 'Repositories');
  await page.getByLabel('Repository name').fill('Shared');
  await page.getByLabel('Slug').fill(slug);
  await page.getByLabel('Kind').selectOption('public');
  await page.getByLabel('Visibility').selectOption('public');
  await press(page, 'Create repository');
  await page.getByRole('heading', { name: 'Shared public Kind: public' }).waitFor();

  await tab(page, 'Members');
  await page.getByLabel('Username or email').fill('no-such-person');
  await press(page, 'Invite');
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('there is no such person');
  await page.getByLabel('Username or email').fill(guest.username);
  await page.getByLabel('Role').selectOption('viewer');
  await page.getByLabel('Expires in days').fill('3');
  await press(page, 'Invite');
  await page.getByRole('heading', { name: 'Open invitations' }).waitFor();

  const { page: invited } = await portal.openAs(guest);
  await invited.getByRole('link', { name: 'Invitations that wait for your answer: 1' }).waitFor();
  await invited.goto('/search');
  const invitations = invited.getByRole('banner').getByRole('link', { name: 'Invitations 1' });
  await invitations.click();
  await invited.getByRole('button', { name: 'Accept' }).click();
  await expect.poll(() => new URL(invited.url()).pathname).toBe(`/orgs/${slug}`);
  expect(await invitations.count()).toBe(0);
  const name = uniqueName();
  expect(await publishInto(slug, name, guest)).toBe(403);

  await tab(page, 'Teams');
  await page.getByLabel('Team name').fill('Makers');
  await page.getByLabel('Slug').fill('makers');
  await press(page, 'Create team');
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/orgs/${slug}/teams/makers`);
  await page.getByLabel('Username').fill(admin.username);
  await press(page, 'Add member');
  await expect
    .poll(() => page.getByRole('alert').textContent())
    .toContain('is not a member of the organization');
  await page.getByLabel('Username').fill(guest.username);
  await press(page, 'Add member');
  await page.getByRole('cell', { name: guest.username }).waitFor();
  await page.getByLabel('Access to').selectOption({ label: slug });
  await page.getByLabel('Permission').selectOption('publish');
  await press(page, 'Grant access');
  await expect.poll(() => said(page)).toContain('The access is granted.');
  await page.getByLabel('Permission').selectOption('write_metadata');
  await press(page, 'Grant access');
  await page.getByRole('cell', { name: 'publish write_metadata' }).waitFor();

  expect(await publishInto(slug, name, guest)).toBe(200);
  await invited.goto(`/orgs/${slug}`);
  await invited.getByRole('main').getByRole('link', { name, exact: true }).waitFor();
  await tab(invited, 'Teams');
  await tab(invited, 'Makers');
  await invited.getByRole('heading', { name: 'Makers' }).waitFor();
  expect(await invited.getByRole('main').getByRole('button').count()).toBe(0);

  await page.getByRole('region', { name: 'Access' }).getByRole('button', { name: 'Remove' }).click();
  await page.getByText('The team has no rights').waitFor();
  expect(await publishInto(slug, uniqueName(), guest)).toBe(403);
  expect(complaints).toEqual([]);
}, 60_000);

test('sections are 404 for strangers, 403 for members without the role', async () => {
  const org = await organizationOf([[viewer, 'viewer']]);
  const { page: anonymous } = await portal.open();
  const { page: outside } = await portal.openAs(guest);
  const { page: member } = await portal.openAs(viewer);
  const sections = ['members', 'teams', 'namespaces', 'repositories', 'settings'];
  for (const section of [...sections, 'teams/makers']) {
    const address = `/orgs/${org}/${section}`;
    await anonymous.goto(address);
    expect(new URL(anonymous.url()).pathname).toBe('/login');
    expect((await outside.goto(address))?.status(), address).toBe(404);
    expect((await outside.goto(address.replace(org, `o-${unique()}`)))?.status()).toBe(404);
  }
  expect((await outside.goto(`/orgs/${org}`))?.status()).toBe(200);
  expect(await outside.getByRole('link', { name: 'Teams' }).count()).toBe(0);

  expect((await member.goto(`/orgs/${org}/settings`))?.status()).toBe(403);
  expect(await member.getByRole('main').textContent()).toContain('owner, admin');
  for (const section of ['members', 'teams', 'namespaces', 'repositories']) {
    expect((await member.goto(`/orgs/${org}/${section}`))?.status(), section).toBe(200);
    expect(await member.getByRole('main').getByRole('button').count(), section).toBe(0);
  }

  await manageAs(portal.url, owner, 'PATCH', `/orgs/${org}`, { member_directory_is_private: true });
  await manageAs(portal.url, owner, 'POST', `/orgs/${org}/teams`, { name: 'Secret', slug: 'secret' });
  expect((await member.goto(`/orgs/${org}/members`))?.status()).toBe(403);
  await member.goto(`/orgs/${org}/teams/secret`);
  expect(await member.getByRole('link', { name: 'Members' }).count()).toBe(0);
  expect(await member.getByRole('heading', { name: 'Members' }).count()).toBe(0);
});

test('members change their roles and go, invitations are revoked', async () => {
  const org = await organizationOf([[viewer, 'viewer']]);
  const { page, complaints } = await portal.openAs(owner);
  await page.goto(`/orgs/${org}/members`);
  await page.getByLabel('Username or email').fill(`someone-${unique()}@example.org`);
  await page.getByLabel('Role', { exact: true }).selectOption('publisher');
  await press(page, 'Invite');
  await expect.poll(() => said(page)).toContain('is invited');
  await press(page, 'Revoke');
  await expect.poll(() => said(page)).toContain('revoked');
  expect(await page.getByRole('heading', { name: 'Open invitations' }).count()).toBe(0);
  await page.getByLabel('Username or email').fill(viewer.username);
  await press(page, 'Invite');
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('is a member already');

  await page.goto(`/orgs/${org}/members?q=no-such-member`);
  await page.getByText('There are no members with such a name.').waitFor();
  await page.getByLabel('Find members').fill(viewer.username.toUpperCase());
  await press(page, 'Search');
  await page.getByRole('link', { name: viewer.username }).waitFor();
  await expect.poll(() => page.getByRole('region', { name: 'Members' }).getByRole('row').count()).toBe(2);
  await page.getByRole('row').getByLabel('Role').selectOption('auditor');
  await press(page, 'Change role');
  await expect.poll(() => said(page)).toContain(`${viewer.username} has the role auditor now.`);
  await page.goto(`/orgs/${org}/members?lang=de`);
  const role = page.getByLabel(`Rolle: ${viewer.username}`);
  expect(await role.inputValue()).toBe('auditor');
  expect(await role.locator('option:checked').textContent()).toBe('Prüfer');
  await page.goto(`/orgs/${org}/members?lang=en`);
  await press(page, 'Remove');
  await expect.poll(() => said(page)).toContain('is no longer a member');
  expect(await page.getByRole('link', { name: viewer.username }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('settings are saved; a second factor that others need is the owner’s own first', async () => {
  const org = await organizationOf();
  const { page, complaints } = await portal.openAs(owner);
  await page.goto(`/orgs/${org}`);
  await tab(page, 'Settings');
  await page.getByLabel('Description').fill('For <i>all</i>');
  await page.getByLabel('Website').fill('javascript:alert(1)');
  await press(page, 'Save');
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Website').fill('https://example.org/');
  await page.getByLabel('Private directory').check();
  await page.getByLabel('Approval of every release').selectOption('two_person');
  await page.getByLabel('Minimum age').fill('24');
  await press(page, 'Save');
  await expect.poll(() => said(page)).toContain('saved');
  expect(await read(`/orgs/${org}/policy`)).toMatchObject({
    policy: { require_approval: 'two_person', cool_down_hours: 24 },
  });
  await page.getByLabel('Minimum age').fill('');
  await press(page, 'Save');
  await expect.poll(() => said(page)).toContain('saved');
  expect((await read(`/orgs/${org}/policy`))['policy']).toEqual({ require_approval: 'two_person' });
  expect(await page.getByLabel('Private directory').isChecked()).toBe(true);
  await page.getByLabel('MFA required').check();
  await press(page, 'Save');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/account/security');
  expect(complaints).toEqual([]);
});

test('the owner claims a namespace, gives the organization away, and its new owner deletes it', async () => {
  const org = await organizationOf([[admin, 'admin']]);
  expect(await publishInto(org, uniqueName(), owner)).toBe(200);
  const { page } = await portal.openAs(owner, { javaScript: false });
  const namespace = `n${unique()}`;
  await page.goto(`/orgs/${org}/namespaces`);
  await page.getByLabel('Ecosystem').selectOption('npm');
  await page.getByLabel('Namespace', { exact: true }).fill(namespace);
  await press(page, 'Claim namespace');
  await page.getByRole('link', { name: namespace }).waitFor();

  await tab(page, 'Settings');
  await page.getByLabel('New owner').fill(guest.username);
  await press(page, 'Transfer');
  // the browser requires the box: it has not sent the form
  await page.getByLabel(`Yes, I mean ${org}`).check();
  await press(page, 'Transfer');
  await expect
    .poll(() => page.getByRole('alert').textContent())
    .toContain('is not a member of the organization');
  await page.getByLabel('New owner').fill(admin.username);
  await press(page, 'Transfer');
  await expect.poll(() => said(page)).toContain(`${admin.username} owns the organization now.`);
  await tab(page, 'Settings');
  await page.getByLabel('Description').waitFor();
  expect(await page.getByRole('button', { name: /Delete|Transfer/ }).count()).toBe(0);

  const { page: heir } = await portal.openAs(admin, { javaScript: false });
  await heir.goto(`/orgs/${org}/settings`);
  await heir.getByText('Packages: 1. They are archived').waitFor();
  await heir.getByText('Namespaces: 1. They are yours.').waitFor();
  await heir.getByLabel('Name to confirm').fill('something');
  await press(heir, 'Delete');
  await expect.poll(() => heir.getByRole('alert').textContent()).toContain(`this is not ${org}`);
  await heir.getByLabel('Name to confirm').fill(org);
  await press(heir, 'Delete');
  const refusal = heir.getByRole('alert');
  await expect.poll(() => refusal.textContent()).toContain('Archive its packages: it has packages');
  expect(await refusal.textContent()).not.toContain('packages=archive');
  await heir.getByLabel('Archive its packages').check();
  await press(heir, 'Delete');
  await expect.poll(async () => (await heir.goto(`/orgs/${org}`))?.status(), { timeout: 20_000 }).toBe(404);
}, 60_000);

test.each(['light', 'dark'] as const)(
  'pages of organizations are accessible (%s)',
  async (theme) => {
    const org = await organizationOf([[viewer, 'viewer']]);
    const team = { name: 'Makers', slug: 'makers', description: 'They <b>make</b>' };
    await manageAs(portal.url, owner, 'POST', `/orgs/${org}/teams`, team);
    await manageAs(portal.url, owner, 'PUT', `/orgs/${org}/teams/makers/repository-access/${org}`, {
      permissions: ['publish', 'security_review'],
    });
    const invitation = { username_or_email: guest.username };
    await manageAs(portal.url, owner, 'POST', `/orgs/${org}/invitations`, invitation);
    const { page, complaints } = await portal.openAs(owner, { theme });
    const sections = ['', '/members', '/teams', '/teams/makers', '/namespaces', '/repositories', '/settings'];
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of ['/orgs/new', ...sections.map((section) => `/orgs/${org}${section}`)]) {
        expect((await page.goto(path))?.status(), path).toBe(200);
        expect(await listViolations(page), path).toEqual([]);
        expect(await overflows(page), path).toBe(false);
        if (width === 360 && path.endsWith('/settings')) await expectOneRow(page);
        const name = path.replace(org, 'org').replaceAll('/', '-').slice(1);
        await takeScreenshot(page, `${name}-${theme}-${width}`);
      }
    }
    expect(complaints).toEqual([]);
  },
  60_000,
);

test.each([
  ['light', 1280],
  ['dark', 360],
] as const)(
  'the workspace is accessible to members, auditors and administrators of the platform (%s, %i)',
  async (theme, width) => {
    const auditor = await portal.platform.createUser();
    const org = await organizationOf([
      [viewer, 'viewer'],
      [auditor, 'auditor'],
    ]);
    const team = { name: 'Makers', slug: 'makers' };
    await manageAs(portal.url, owner, 'POST', `/orgs/${org}/teams`, team);
    const shared = ['', '/members', '/teams', '/teams/makers', '/namespaces', '/repositories', '/security'];
    const logs = ['/audit', '/access'];
    for (const [user, sections, refusedSection] of [
      [viewer, shared, '/settings'],
      [auditor, [...shared, ...logs], '/policy'],
      [await createAdministrator(portal.platform), logs, undefined],
    ] as const) {
      const { page, complaints } = await portal.openAs(user, { theme, width });
      for (const section of [...sections, ...(refusedSection ? [refusedSection] : [])]) {
        const status = (await page.goto(`/orgs/${org}${section}`))?.status();
        expect(status, section).toBe(section === refusedSection ? 403 : 200);
        expect(await listViolations(page), section).toEqual([]);
        expect(await overflows(page), section).toBe(false);
      }
      expect(complaints).toEqual([]);
    }
  },
  120_000,
);

/** The tabs are in one row on a small screen, and the current tab is visible. */
async function expectOneRow(page: Page): Promise<void> {
  const tabs = await page.getByRole('navigation', { name: 'Sections of the organization' }).boundingBox();
  const current = await page.getByRole('link', { name: 'Settings', exact: true }).boundingBox();
  expect(tabs?.height).toBeLessThan(64);
  expect((current?.x ?? 0) + (current?.width ?? Infinity)).toBeLessThanOrEqual(360);
}
