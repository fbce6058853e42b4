import { beforeAll, expect, test } from 'vitest';
import { unique } from '../security/publish.ts';
import { makeCrate } from '../support/crates.ts';
import type { TestUser } from '../support/platform.ts';
import { download, press, refused, said } from '../support/portal/as-person.ts';
import { browse } from '../support/portal/browse.ts';
import { listViolations, overflows, takeScreenshot } from '../support/portal/browser.ts';
import { createOrganization, manageAs } from '../support/portal/organization.ts';
import { startPortal } from '../support/portal/start.ts';

const portal = startPortal();
let owner: TestUser;
let viewer: TestUser;
let stranger: TestUser;
let slug: string;

beforeAll(async () => {
  [owner, viewer, stranger] = await Promise.all([
    portal.platform.createUser(),
    portal.platform.createUser(),
    portal.platform.createUser(),
  ]);
  slug = await createOrganization(portal.url, owner, [[viewer, 'viewer']]);
});

async function publishInto(into: string, token: string): Promise<string> {
  const { body, name } = await makeCrate();
  const sent = await fetch(`${portal.url}/cargo/r/${into}/api/v1/crates/new`, {
    method: 'PUT',
    headers: { authorization: token },
    body: new Uint8Array(body),
  });
  if (!sent.ok) throw new Error(`${sent.status} ${await sent.text()}`);
  return name;
}

test('a policy is tried without an effect, then saved; without scripts', async () => {
  const name = await publishInto(slug, owner.token);
  const { page, complaints } = await portal.openAs(owner, { javaScript: false });
  await page.goto(`/orgs/${slug}/policy`);
  await page.getByLabel('Denied licences').fill('MIT');
  await page.getByLabel('Denied packages').fill('not an entry');
  await press(page, 'Dry run');
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Denied packages').fill('');
  await press(page, 'Dry run');
  await page.getByRole('heading', { name: 'Dry run' }).waitFor();
  await expect.poll(() => page.getByRole('main').textContent()).toContain(name);
  expect(await page.getByLabel('Denied licences').inputValue()).toBe('MIT');
  expect(await manageAs(portal.url, owner, 'GET', `/orgs/${slug}/policy`)).toMatchObject({ policy: {} });
  await press(page, 'Save');
  await page.getByRole('main').getByRole('status').waitFor();
  expect(await manageAs(portal.url, owner, 'GET', `/orgs/${slug}/policy`)).toMatchObject({
    policy: { denied_licenses: ['MIT'] },
  });
  expect(complaints).toEqual([]);
});

test('a token of the organization publishes, and belongs to no person', async () => {
  const org = await createOrganization(portal.url, owner, []);
  const { page, complaints } = await portal.openAs(owner);
  await page.goto(`/orgs/${org}/tokens`);
  await page.getByText('The organization has no tokens.').waitFor();
  await page.getByLabel('Token name').fill('builds');
  await press(page, 'Create token');
  const secret = await page
    .getByRole('main')
    .getByText(/^[a-z]+_\w{20,}$/)
    .first()
    .textContent();
  await page.goto(`/orgs/${org}/tokens`);
  await page.getByRole('cell', { name: /^builds/ }).waitFor();
  await page.getByRole('cell', { name: /org_automation/ }).waitFor();
  await publishInto(org, secret ?? '');
  await press(page, 'Revoke');
  await expect.poll(() => said(page)).toContain('Revoked.');
  await expect(publishInto(org, secret ?? '')).rejects.toThrow(/^40[13] /);
  expect(complaints).toEqual([]);
});

test('issuers and pending publishers are added and removed', async () => {
  const { page, complaints } = await portal.openAs(owner);
  await page.goto(`/orgs/${slug}/publishers`);
  const issuers = page.getByRole('form', { name: 'Add issuer' });
  await issuers.getByLabel('Issuer').fill('http://127.0.0.1/x');
  await press(page, 'Add issuer');
  await expect.poll(() => refused(page)).toContain('https');
  const issuer = `https://${unique()}.example.org`;
  await issuers.getByLabel('Issuer').fill(issuer);
  await press(page, 'Add issuer');
  await expect.poll(() => said(page)).toContain(`Identity tokens of ${issuer} are trusted now.`);

  const builds = page.getByRole('form', { name: 'Add publisher' });
  await builds.getByLabel('Ecosystem').selectOption('cargo');
  await builds.getByLabel('Package name').fill(`crate-${unique()}`);
  await builds.getByLabel('Issuer').fill(issuer);
  await builds.getByLabel('Repository of the source').fill('acme/probe');
  await builds.getByLabel('Workflow').fill('release.yml');
  await press(page, 'Add publisher');
  await expect.poll(() => said(page)).toContain('Builds of acme/probe may publish the package.');
  await page
    .getByRole('region', { name: 'Pending publishers' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await page.getByText('There are no pending publishers.').waitFor();
  await page.getByRole('region', { name: 'Issuers' }).getByRole('button', { name: 'Remove' }).click();
  await page.getByText('The organization has no issuers of its own.').waitFor();
  expect(complaints).toEqual([]);
});

test('the logs are filtered by action, person, package and days, and exported as they are filtered', async () => {
  const org = await createOrganization(portal.url, owner, [[viewer, 'viewer']]);
  const name = await publishInto(org, owner.token);
  await manageAs(portal.url, owner, 'POST', `/orgs/${org}/teams`, { name: 'Makers', slug: 'makers' });
  const access = `/orgs/${org}/teams/makers/repository-access/${org}`;
  await manageAs(portal.url, owner, 'PUT', access, { permissions: ['publish'] });
  const { page, complaints } = await portal.openAs(owner);
  await page.goto(`/orgs/${org}/audit`);
  const main = page.getByRole('main');
  expect(await main.textContent()).toContain('organization member add');
  await page.getByLabel('Action', { exact: true }).selectOption('release_publish');
  await page.getByLabel('Username').fill(owner.username.toUpperCase());
  await page.getByLabel('Ecosystem').selectOption('cargo');
  await page.getByLabel('Package', { exact: true }).fill(name);
  await page.getByLabel('From').fill(new Date().toISOString().slice(0, 10));
  await page.getByLabel('Until').fill(new Date().toISOString().slice(0, 10));
  await press(page, 'Filter');
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  const { filename, text } = await download(page, 'Export CSV');
  expect(filename).toBe(`org-audit-${org}.csv`);
  const [head, entry, ...others] = text.trim().split('\r\n');
  expect(others).toEqual([]);
  expect(head).toMatch(/,metadata_json,ip_address,package_ecosystem,package_name,package_version$/);
  expect(entry).toContain('release_publish');
  expect(entry).toMatch(new RegExp(`,127\\.0\\.0\\.1,cargo,${name},[\\d.]+$`));
  await page.getByLabel('From').fill('2020-01-01');
  await page.getByLabel('Until').fill('2020-01-02');
  await press(page, 'Filter');
  await page.getByText('There are no entries for this filter.').waitFor();

  await page.goto(`/orgs/${org}/access`);
  await page.getByLabel('Team').fill('makers');
  await press(page, 'Filter');
  await page.getByRole('cell', { name: 'granted' }).waitFor();
  const history = await download(page, 'Export CSV');
  expect(history.text).toContain('makers has publish on');
  await page.getByLabel('Kind').selectOption('package');
  await press(page, 'Filter');
  await page.getByText('There are no changes of the access of teams for this filter.').waitFor();
  expect(complaints).toEqual([]);
});

const sections = ['policy', 'tokens', 'publishers', 'webhooks', 'audit', 'access'];

test('sections of administrators and auditors: 404 for strangers, 403 for others with the roles', async () => {
  const anonymous = browse(portal.url);
  const [outside, member] = await Promise.all([browseAs(stranger), browseAs(viewer)]);
  const id = '00000000-0000-4000-8000-000000000000';
  const more = ['audit?export=csv', 'access?export=csv', `webhooks/${id}`];
  for (const section of [...sections, ...more]) {
    const address = `/orgs/${slug}/${section}`;
    expect((await anonymous.get(address)).path, address).toMatch(/^\/login\?/);
    expect((await outside.get(address)).status, address).toBe(404);
    const refused = await member.get(address);
    expect(refused.status, address).toBe(403);
    expect(refused.text, address).toContain('owner, admin');
  }
});

async function browseAs({ username, password }: TestUser): Promise<ReturnType<typeof browse>> {
  const reader = browse(portal.url);
  const form = await reader.get('/login');
  await reader.submit(form, { username_or_email: username, password });
  return reader;
}

test.each([
  ['light', 1280],
  ['dark', 360],
] as const)('pages of the workspace are accessible and fit (%s, %i)', async (theme, width) => {
  const { page, complaints } = await portal.openAs(owner, { theme, width });
  for (const section of sections) {
    expect((await page.goto(`/orgs/${slug}/${section}`))?.status(), section).toBe(200);
    expect(await listViolations(page), section).toEqual([]);
    expect(await overflows(page), section).toBe(false);
    await takeScreenshot(page, `organization-${section}-${theme}-${width}`);
  }
  expect(complaints).toEqual([]);
});
