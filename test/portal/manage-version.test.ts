import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { publishCrate } from '../support/cargo.ts';
import { type Crate, makeCrate, makeSuspiciousCrate, uniqueName } from '../support/crates.ts';
import { newProject, pypiClient, sdist, wheel } from '../support/distributions.ts';
import { stageCrate } from '../support/held-release.ts';
import type { TestUser } from '../support/platform.ts';
import { press, refused, said } from '../support/portal/as-person.ts';
import { listViolations, overflows, type PageSettings } from '../support/portal/browser.ts';
import { createOrganization, manageAs } from '../support/portal/organization.ts';
import { logIn } from '../support/portal/people.ts';
import { startPortal } from '../support/portal/start.ts';

const portal = startPortal();
let owner: TestUser;
let reviewer: TestUser;

beforeAll(async () => {
  [owner, reviewer] = await Promise.all([portal.platform.createUser(), portal.platform.createUser()]);
});

const pageOf = ({ name, version }: Pick<Crate, 'name' | 'version'>, ecosystem = 'cargo') =>
  `/packages/${ecosystem}/${name}/${version}`;

async function publish(crate: Crate, expected = 200): Promise<Crate> {
  const { status, text } = await publishCrate(portal.platform, crate, owner.token);
  if (status !== expected) throw new Error(`${status} ${text}`);
  return crate;
}

async function openAs(
  person: TestUser,
  path: string,
  options: PageSettings = {},
): Promise<{ page: Page; status: number | undefined; complaints: readonly string[] }> {
  const { page, complaints } = await portal.open(options);
  await logIn(page, person);
  const response = await page.goto(path);
  return { page, status: response?.status(), complaints };
}

/** Publishes another plain file into a repository. */
async function sendFile(repository: string, name: string, file: string): Promise<string> {
  const response = await fetch(`${portal.url}/generic/r/${repository}/${name}/1.0.0/${file}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${owner.token}` },
    body: `${file} ${Math.random()}`,
  });
  return ((await response.json()) as { status: string }).status;
}

test.each([true, false])(
  'publishers yank, deprecate and hold a version, readers see what was said (scripts: %s)',
  async (javaScript) => {
    const crate = await publish(await makeCrate());
    const { page, complaints } = await openAs(owner, pageOf(crate), { javaScript });
    await page.getByLabel('Reason').fill('it <b>loses</b> data');
    await press(page, 'Yank');
    await expect.poll(() => said(page)).toContain('1.0.0 is yanked');
    const anonymous = await portal.open({ javaScript });
    await anonymous.page.goto(pageOf(crate));
    const main = anonymous.page.getByRole('main');
    expect(await main.textContent()).toContain('it <b>loses</b> data');
    expect(await main.getByRole('button', { name: /Yank|Hold|Deprecate|Scan/ }).count()).toBe(0);
    await press(page, 'Unyank');
    await expect.poll(() => said(page)).toContain('no longer yanked');

    await press(page, 'Deprecate');
    await expect.poll(() => refused(page)).toContain('Reason: is needed');
    await page.getByLabel('Reason').fill('use another');
    await press(page, 'Deprecate');
    await expect.poll(() => said(page)).toContain('is deprecated');
    await press(page, 'Undeprecate');
    await expect.poll(() => said(page)).toContain('no longer deprecated');

    await page.getByLabel('Reason').fill('to be looked at');
    await press(page, 'Hold');
    await expect.poll(() => said(page)).toContain('is held');
    expect((await anonymous.page.goto(pageOf(crate)))?.status()).toBe(404);
    await press(page, 'Approve');
    await expect.poll(() => said(page)).toContain('approved');
    expect((await anonymous.page.goto(pageOf(crate)))?.status()).toBe(200);
    expect(complaints).toEqual([]);
  },
);

test('a version with a finding is missing for others; approving it accepts what the page shows', async () => {
  const crate = await publish(await makeSuspiciousCrate(), 202);
  expect((await openAs(reviewer, pageOf(crate))).status).toBe(404);
  const { page } = await openAs(owner, pageOf(crate));
  const files = page.getByRole('list', { name: 'Files under review' });
  expect(await files.textContent()).toContain('src/lib.rs');
  await press(page, 'Approve');
  await expect.poll(() => refused(page)).toContain('Reason: is needed');
  await page.getByLabel('Reason').fill('an example');
  await press(page, 'Approve');
  await expect.poll(() => said(page)).toContain('approved');
  const findings = await manageAs(
    portal.url,
    owner,
    'GET',
    `/packages/cargo/${crate.name}/security-findings?include_resolved=true`,
  );
  expect(findings).toMatchObject({ findings: [{ resolution: 'accepted_risk' }] });
});

test('a rejected version is gone, and the page leads on', async () => {
  const crate = await publish(await makeSuspiciousCrate(), 202);
  const { page } = await openAs(owner, pageOf(crate));
  await press(page, 'Reject');
  await expect.poll(() => refused(page)).toContain('Reason: is needed');
  await page.getByLabel('Reason').fill('a real credential');
  await press(page, 'Reject');
  await expect.poll(() => said(page)).toContain('is rejected');
});

test('where two people are asked for, the page says how many have, and another one approves', async () => {
  const slug = await createOrganization(portal.url, owner, [[reviewer, 'security_manager']]);
  await manageAs(portal.url, owner, 'PUT', `/orgs/${slug}/policy`, { require_approval: 'two_person' });
  const name = uniqueName();
  expect(await sendFile(slug, name, 'first.txt')).toBe('held');
  const path = pageOf({ name, version: '1.0.0' }, 'generic');
  const own = await openAs(owner, path);
  expect(await own.page.getByRole('main').textContent()).toContain('1 of 2 so far');
  await press(own.page, 'Approve');
  await expect.poll(() => refused(own.page)).toContain('two people');

  const { page } = await portal.open();
  await page.goto(`/v1/packages/generic/${name}/releases/1.0.0`);
  await page.getByLabel('Username or email').fill(reviewer.username);
  await page.getByLabel('Password').fill(reviewer.password);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await press(page, 'Approve');
  await expect.poll(() => said(page)).toContain('approved');

  expect(await sendFile(slug, name, 'second.txt')).toBe('held');
  await page.goto(path);
  expect(await page.getByRole('main').textContent()).toContain('Files that wait');
  await page.getByRole('form', { name: 'second.txt' }).getByRole('button', { name: 'Approve' }).click();
  await expect.poll(() => said(page)).toContain('has joined');
});

test('an approval is about the files that were shown', async () => {
  const slug = uniqueName('staging');
  await manageAs(portal.url, owner, 'POST', '/repositories', { slug, name: slug, kind: 'staging' });
  const project = { name: newProject(), version: '1.0.0' };
  const python = pypiClient(portal.url, owner.token);
  await python.upload(project, await sdist(project), owner.token, `r/${slug}/legacy/`);
  const { page } = await openAs(owner, pageOf(project, 'pypi'));
  const late = wheel(project);
  await python.upload(project, late, owner.token, `r/${slug}/legacy/`);
  await press(page, 'Approve');
  await expect.poll(() => refused(page)).toContain('have changed');
  await expect
    .poll(() => page.getByRole('list', { name: 'Files under review' }).textContent())
    .toContain(late.filename);
  await press(page, 'Approve');
  await expect.poll(() => said(page)).toContain('approved');
});

test('a staged version is promoted into a release repository', async () => {
  const slug = uniqueName('release');
  const body = { slug, name: slug, kind: 'release' };
  await manageAs(portal.url, owner, 'POST', '/repositories', body);
  const crate = await stageCrate(portal.platform, owner);
  const { page } = await openAs(owner, pageOf(crate));
  await page.getByLabel('Target repository').selectOption(slug);
  await press(page, 'Promote');
  await expect.poll(() => said(page)).toContain('is promoted');
  const moved = await manageAs(portal.url, owner, 'GET', `/packages/cargo/${crate.name}`);
  expect(moved).toMatchObject({ repository_slug: slug, latest_version: '1.0.0' });
});

test('a draft is published, another one discarded', async () => {
  const name = uniqueName();
  await sendFile(owner.username, name, 'first.txt');
  const path = `/packages/generic/${name}/releases`;
  for (const version of ['2.0.0', '3.0.0']) {
    await manageAs(portal.url, owner, 'POST', path, { version });
    const sent = await fetch(`${portal.url}/v1${path}/${version}/artifacts/tool.txt`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${owner.session}`, 'content-type': 'application/octet-stream' },
      body: version,
    });
    expect(sent.status).toBe(201);
  }
  const { page } = await openAs(owner, pageOf({ name, version: '2.0.0' }, 'generic'));
  expect(await listViolations(page)).toEqual([]);
  await press(page, 'Publish');
  await expect.poll(() => said(page)).toContain('2.0.0 is published');
  await page.goto(pageOf({ name, version: '3.0.0' }, 'generic'));
  await press(page, 'Discard');
  await expect.poll(() => said(page)).toContain('3.0.0 is discarded');
  expect(new URL(page.url()).pathname).toBe(`/packages/generic/${name}`);
});

test.each(['light', 'dark'] as const)('what can be done to versions is accessible (%s)', async (theme) => {
  const visible = await publish(await makeCrate());
  const held = await publish(await makeSuspiciousCrate(), 202);
  const staged = await stageCrate(portal.platform, owner);
  for (const width of [360, 1280] as const) {
    const { page, complaints } = await openAs(owner, pageOf(visible), { theme, width });
    for (const crate of [visible, held, staged]) {
      await page.goto(pageOf(crate));
      expect(await listViolations(page)).toEqual([]);
      expect(await overflows(page)).toBe(false);
    }
    expect(complaints).toEqual([]);
  }
});
