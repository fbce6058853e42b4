import { beforeAll, expect, test } from 'vitest';
import { unique } from '../security/publish.ts';
import { makeCrate, uniqueName } from '../support/crates.ts';
import type { TestUser } from '../support/platform.ts';
import { press, said } from '../support/portal/as-person.ts';
import { listViolations, overflows, takeScreenshot } from '../support/portal/browser.ts';
import { createOrganization, manageAs } from '../support/portal/organization.ts';
import { startPortal } from '../support/portal/start.ts';

const portal = startPortal();
let owner: TestUser;
let viewer: TestUser;
let stranger: TestUser;
/** The slug of an organization and of its repository. */
let org: string;

beforeAll(async () => {
  [owner, viewer, stranger] = await Promise.all([
    portal.platform.createUser(),
    portal.platform.createUser(),
    portal.platform.createUser(),
  ]);
  org = await createOrganization(portal.url, owner, [[viewer, 'viewer']]);
});

async function createRepository(more: object = {}): Promise<string> {
  const slug = `r-${unique()}`;
  const facts = { slug, name: slug, kind: 'public', visibility: 'public', owner_org_slug: org };
  await manageAs(portal.url, owner, 'POST', '/repositories', { ...facts, ...more });
  return slug;
}

async function publishInto(slug: string, name: string): Promise<void> {
  const { body } = await makeCrate({ name });
  const sent = await fetch(`${portal.url}/cargo/r/${slug}/api/v1/crates/new`, {
    method: 'PUT',
    headers: { authorization: owner.token },
    body: new Uint8Array(body),
  });
  if (sent.status !== 200) throw new Error(await sent.text());
}

const read = (path: string) => manageAs(portal.url, owner, 'GET', path);

test('settings and policy are 404 for strangers, 403 for members without the role', async () => {
  const addresses = ['settings', 'policy'].map((section) => `/repositories/${org}/${section}`);
  const { page: anonymous } = await portal.open();
  const { page: outside } = await portal.openAs(stranger);
  const { page: member } = await portal.openAs(viewer);
  expect((await outside.goto(`/repositories/${org}`))?.status()).toBe(200);
  expect(await outside.getByRole('link', { name: 'Settings' }).count()).toBe(0);
  for (const address of addresses) {
    await anonymous.goto(address);
    expect(new URL(anonymous.url()).pathname).toBe('/login');
    expect((await outside.goto(address))?.status()).toBe(404);
    expect((await outside.goto(address.replace(org, uniqueName())))?.status()).toBe(404);
    expect((await member.goto(address))?.status()).toBe(403);
    expect(await member.getByRole('main').textContent()).toContain('owner, admin');
  }
});

test.each([true, false])('texts and visibility are saved (scripts: %s)', async (javaScript) => {
  const slug = await createRepository();
  const { page, complaints } = await portal.openAs(owner, { javaScript });
  await page.goto(`/repositories/${slug}`);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Repository name').fill('Inner <b>tools</b>');
  await page.getByLabel('Upstream').fill('javascript:alert(1)');
  await press(page, 'Save');
  await page.getByRole('alert').waitFor();
  expect(await page.getByLabel('Repository name').inputValue()).toBe('Inner <b>tools</b>');
  expect(await page.getByLabel('Upstream').getAttribute('aria-invalid')).toBe('true');

  await page.getByLabel('Upstream').fill('https://example.org/');
  await page.getByLabel('Description').fill('For us');
  await page.getByLabel('Visibility').selectOption({ label: 'members of the organization' });
  await press(page, 'Save');
  await expect.poll(() => said(page)).toContain('saved');
  expect(await read(`/repositories/${slug}`)).toMatchObject({
    name: 'Inner <b>tools</b>',
    description: 'For us',
    upstream_url: 'https://example.org/',
    visibility: 'internal_org',
  });
  expect((await fetch(`${portal.url}/repositories/${slug}`)).status).toBe(404);
  expect(complaints).toEqual([]);
});

const everyMember = {
  min_severity: 'high',
  finding_kinds: ['malware', 'secrets_exposed'],
  allowed_licenses: ['MIT', 'Apache-2.0'],
  denied_licenses: ['GPL-3.0-only'],
  require_signature: true,
  require_attestation: true,
  require_sources: true,
  require_javadoc: true,
  max_bytes: 1_000_000,
  new_install_scripts: true,
  first_release_of_publisher: true,
  cool_down_hours: 24,
  require_approval: 'two_person',
  denied_packages: [{ ecosystem: 'cargo', name: 'left_pad', versions: ['1.0.0'], reason: 'use <another>' }],
  allow_similar_names: true,
  upload_window_days: 30,
  refuse_local_versions: true,
  allow_token_attestations: false,
};

test.each([true, false])('every member of a policy is a field (scripts: %s)', async (javaScript) => {
  const slug = await createRepository();
  const { page, complaints } = await portal.openAs(owner, { javaScript });
  await page.goto(`/repositories/${slug}`);
  await page.getByRole('link', { name: 'Policy' }).click();
  for (const box of await page.getByRole('main').getByRole('checkbox').all()) {
    const name = await box.getAttribute('name');
    if (name !== 'finding_kinds' && name !== 'no_other_licenses') await box.check();
  }
  await page.getByLabel('malware').check();
  await page.getByLabel('exposed secret').check();
  await page.getByLabel('from this severity on').selectOption('high');
  await page.getByLabel('Allowed licences').fill('MIT\nApache-2.0');
  await page.getByLabel('Denied licences').fill('GPL-3.0-only');
  await page.getByLabel('Most bytes').fill('1000000');
  await page.getByLabel('Cool-down in hours').fill('24');
  await page.getByLabel('Approval of every release').selectOption('two_person');
  await page.getByLabel('Days in which').fill('30');
  await page.getByLabel('stored token').selectOption({ label: 'Forbidden' });
  await page.getByLabel('Denied packages').fill('cargo left-pad 1.0.0 # use <another>\nweather left');
  await press(page, 'Save');
  await page.getByRole('alert').waitFor();
  expect(await page.getByLabel('Denied packages').getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByLabel('Allowed licences').inputValue()).toBe('MIT\nApache-2.0');
  expect(await page.getByLabel('Releases must be signed').isChecked()).toBe(true);
  expect((await read(`/repositories/${slug}/policy`))['policy']).toEqual({});

  await page.getByLabel('Denied packages').fill('cargo left-pad 1.0.0 # use <another>');
  await press(page, 'Save');
  await expect.poll(() => said(page)).toContain('saved');
  expect((await read(`/repositories/${slug}/policy`))['policy']).toEqual(everyMember);

  // the form shows the stored values
  await press(page, 'Save');
  await expect.poll(() => said(page)).toContain('saved');
  expect((await read(`/repositories/${slug}/policy`))['policy']).toEqual(everyMember);
  expect(complaints).toEqual([]);
});

test('a dry run says what would have been held and why, and changes nothing', async () => {
  const slug = await createRepository();
  const name = uniqueName();
  await publishInto(slug, name);
  const { page } = await portal.openAs(owner);
  await page.goto(`/repositories/${slug}/policy`);
  await page.getByLabel('Releases must be signed').check();
  await press(page, 'Dry run');
  const held = page.getByRole('region', { name: 'Would have been held: 1' });
  await expect.poll(() => held.getByRole('row').last().textContent()).toContain('it is not signed');
  expect(await held.textContent()).toContain(name);
  expect(await page.getByLabel('Releases must be signed').isChecked()).toBe(true);
  expect((await read(`/repositories/${slug}/policy`))['policy']).toEqual({});
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await listViolations(page)).toEqual([]);
    expect(await overflows(page)).toBe(false);
    await takeScreenshot(page, `dry-run-${width}`);
  }

  await page.getByLabel('Releases must be signed').uncheck();
  await press(page, 'Dry run');
  await page.getByText('The policy would have let all of them through.').waitFor();

  // a repository with packages cannot be deleted
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Repository name').waitFor();
  expect(await page.getByRole('button', { name: 'Delete' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Packages' }).click();
  await page.getByRole('link', { name }).waitFor();
});

test('a repository is transferred with its packages or not at all', async () => {
  const slug = `r-${unique()}`;
  const facts = { slug, name: 'To be given', kind: 'private', visibility: 'private' };
  await manageAs(portal.url, owner, 'POST', '/repositories', facts);
  await publishInto(slug, uniqueName());
  const { page } = await portal.openAs(owner, { javaScript: false });
  await page.goto(`/repositories/${slug}/settings`);
  // a private repository offers no public visibility
  expect(await page.getByLabel('Visibility').getByRole('option').allTextContents()).toEqual(['private']);
  await page.getByLabel('Organization').selectOption(org);
  await page.getByLabel('People who keep their rights').fill('no-such-user');
  await press(page, 'Transfer');
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('has packages');
  expect(await page.getByLabel('People who keep their rights').inputValue()).toBe('no-such-user');
  expect(await page.getByLabel('Organization').inputValue()).toBe(org);
  await page.getByLabel('Its packages go with it').check();
  await page.getByLabel('People who keep their rights').fill('');
  await press(page, 'Transfer');
  await expect.poll(() => said(page)).toContain(`To be given belongs to ${org} now.`);
  expect(await read(`/repositories/${slug}`)).toMatchObject({ owner_org_slug: org });
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByText('You administer no organization that can take it.').waitFor();
  await page.getByText('Only a repository without packages can be deleted.').waitFor();
});

test('a rule of the new owner is accepted for the files that the refusal was about', async () => {
  const strict = await createOrganization(portal.url, owner, []);
  await manageAs(portal.url, owner, 'PUT', `/orgs/${strict}/policy`, { max_bytes: 1 });
  const slug = await createRepository({ owner_org_slug: org });
  await publishInto(slug, uniqueName());
  const { page } = await portal.openAs(owner, { javaScript: false });
  await page.goto(`/repositories/${slug}/settings`);
  const give = async (rules?: string) => {
    await page.getByLabel('Organization').selectOption(strict);
    await page.getByLabel('Its packages go with it').check();
    if (rules !== undefined) await page.getByLabel('Rules to accept').fill(rules);
    await press(page, 'Transfer');
  };
  const refusal = () => page.getByRole('alert').textContent();

  await give();
  await expect.poll(refusal).toContain('(max_bytes)');
  // a package that was added after the refusal
  await publishInto(slug, uniqueName());
  await give('max_bytes');
  await expect.poll(refusal).toContain('other releases or files arrive by now');
  await give('');
  await expect.poll(refusal).toContain('(max_bytes)');
  await give('max_bytes');
  await expect.poll(() => said(page)).toContain(`belongs to ${strict} now.`);
});

test('an empty repository is deleted; one in quarantine is shown to its managers alone', async () => {
  const slug = await createRepository();
  const admin = { session: portal.platform.adminToken };
  await manageAs(portal.url, admin, 'PATCH', `/repositories/${slug}`, { visibility: 'quarantined' });
  const { page } = await portal.openAs(owner, { javaScript: false });
  expect((await fetch(`${portal.url}/repositories/${slug}`)).status).toBe(404);
  await page.goto(`/repositories/${slug}/settings`);
  await page.getByText('The platform has put this repository into quarantine').waitFor();
  expect(await page.getByLabel('Visibility').count()).toBe(0);
  expect(await page.getByRole('button', { name: /Delete|Transfer/ }).count()).toBe(0);
  await manageAs(portal.url, admin, 'PATCH', `/repositories/${slug}`, { visibility: 'public' });
  await page.goto(`/repositories/${slug}/settings`);
  await press(page, 'Delete');
  await expect.poll(() => said(page)).toContain('is deleted');
  expect((await page.goto(`/repositories/${slug}`))?.status()).toBe(404);
});

test('a repository shows its kind, its packages and what each client is configured with', async () => {
  const slug = await createRepository({ kind: 'release', description: '<i>hostile</i>' });
  const { page, complaints } = await portal.open({ javaScript: false });
  await page.goto(`/repositories/${slug}`);
  const text = (await page.getByRole('main').textContent()) ?? '';
  expect(text).toContain('<i>hostile</i>');
  expect(text).toContain('Release: takes versions that were approved or promoted');
  for (const mount of ['npm', 'pypi', 'cargo', 'maven', 'composer', 'nuget', 'rubygems', 'generic', 'oci'])
    expect(text, mount).toMatch(new RegExp(`${portal.url}\\S*/${mount}\\S*${slug}`));
  for (const client of ['pnpm', 'pip', 'gradle']) expect(text).toContain(client);
  expect(complaints).toEqual([]);
});

test.each(['light', 'dark'] as const)(
  'pages of repositories are accessible (%s)',
  async (theme) => {
    const { page, complaints } = await portal.openAs(owner, { theme });
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      for (const section of ['', '/settings', '/policy']) {
        const path = `/repositories/${org}${section}`;
        expect((await page.goto(path))?.status(), path).toBe(200);
        expect(await listViolations(page), path).toEqual([]);
        expect(await overflows(page), path).toBe(false);
        await takeScreenshot(page, `repository${section.replace('/', '-')}-${theme}-${width}`);
      }
    }
    expect(complaints).toEqual([]);
  },
  60_000,
);
