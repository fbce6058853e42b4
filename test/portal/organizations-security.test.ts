import { generateKeyPairSync } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type Crate, makeCrate, makeSuspiciousCrate } from '../support/crates.ts';
import { newProject, pypiClient, sdist, wheel } from '../support/distributions.ts';
import type { TestUser } from '../support/platform.ts';
import { download, press, refused, said } from '../support/portal/as-person.ts';
import { listViolations, overflows, takeScreenshot } from '../support/portal/browser.ts';
import { createOrganization, manageAs } from '../support/portal/organization.ts';
import { startPortal } from '../support/portal/start.ts';

const portal = startPortal();
let owner: TestUser;
let reviewer: TestUser;
let viewer: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  [owner, reviewer, viewer, stranger] = await Promise.all([
    portal.platform.createUser(),
    portal.platform.createUser(),
    portal.platform.createUser(),
    portal.platform.createUser(),
  ]);
});

const organizationOf = () =>
  createOrganization(portal.url, owner, [
    [reviewer, 'security_manager'],
    [viewer, 'viewer'],
  ]);

async function publishInto(slug: string, { body }: Crate): Promise<number> {
  const sent = await fetch(`${portal.url}/cargo/r/${slug}/api/v1/crates/new`, {
    method: 'PUT',
    headers: { authorization: owner.token },
    body: new Uint8Array(body),
  });
  return sent.status;
}

const held = (page: Page, name: string) => page.getByRole('article', { name: new RegExp(name) });

test('a held release is shown with the lines that were found, and approved with a reason; without scripts', async () => {
  const slug = await organizationOf();
  const crate = await makeSuspiciousCrate();
  expect(await publishInto(slug, crate)).toBe(202);
  const { page, complaints } = await portal.openAs(reviewer, { javaScript: false });
  await page.goto(`/orgs/${slug}`);
  await page.getByRole('link', { name: 'Security', exact: true }).click();
  const entry = held(page, crate.name);
  await entry.getByRole('link', { name: /src\/lib\.rs:1$/ }).waitFor();
  expect(await entry.locator('mark').textContent()).toContain('pub const ACCESS');
  await takeScreenshot(page, 'organization-security');

  await press(page, 'Approve');
  await expect.poll(() => refused(page)).toContain('Reason: is needed');
  await page.getByLabel('Reason').fill('an example <b>');
  await press(page, 'Approve');
  await expect.poll(() => said(page)).toContain(`${crate.name} 1.0.0 is approved.`);
  await page.getByText('Nothing is held.').waitFor();

  await page.getByText('There are no findings for this filter.').waitFor();
  await page.getByLabel('State').selectOption('resolved');
  await press(page, 'Filter');
  await page.getByText('an example <b>').waitFor();
  await press(page, 'Reopen');
  await expect.poll(() => said(page)).toContain('open again');
  // a blocking finding hides its release at once
  await held(page, crate.name).waitFor();
  expect(complaints).toEqual([]);
});

test('findings are filtered, resolved with a note, and exported as they are filtered', async () => {
  const slug = await organizationOf();
  const [first, second] = [await makeSuspiciousCrate(), await makeSuspiciousCrate()];
  for (const crate of [first, second]) expect(await publishInto(slug, crate)).toBe(202);
  const { page, complaints } = await portal.openAs(owner);
  await page.goto(`/orgs/${slug}/security`);
  await page.getByLabel('Ecosystem').selectOption('cargo');
  await page.getByLabel('Package', { exact: true }).fill(first.name);
  await press(page, 'Filter');
  const { filename, text } = await download(page, 'Export CSV');
  expect(filename).toBe(`org-security-findings-${slug}.csv`);
  expect(text).toContain(first.name);
  expect(text).not.toContain(second.name);

  await page.getByLabel('Resolution').selectOption('false_positive');
  await page.getByLabel('Note').fill('random bytes');
  await press(page, 'Resolve');
  await expect.poll(() => said(page)).toContain('The finding is resolved.');
  expect(await page.getByLabel('Package', { exact: true }).inputValue()).toBe(first.name);
  await page.getByText('There are no findings for this filter.').waitFor();

  await held(page, second.name).getByLabel('Reason').fill('a real credential');
  await held(page, second.name).getByRole('button', { name: 'Reject' }).click();
  await expect.poll(() => said(page)).toContain('is rejected');
  expect(complaints).toEqual([]);
});

test('an approval is about the shown files; where two people are asked, it says how many have', async () => {
  const slug = await organizationOf();
  await manageAs(portal.url, owner, 'PUT', `/orgs/${slug}/policy`, { require_approval: 'two_person' });
  const project = { name: newProject(), version: '1.0.0' };
  const python = pypiClient(portal.url, owner.token);
  await python.upload(project, await sdist(project), owner.token, `r/${slug}/legacy/`);
  const { page } = await portal.openAs(reviewer);
  await page.goto(`/orgs/${slug}/security`);
  expect(await held(page, project.name).textContent()).toContain('1 of 2 so far');
  const late = wheel(project);
  await python.upload(project, late, owner.token, `r/${slug}/legacy/`);
  await press(page, 'Approve');
  await expect.poll(() => refused(page)).toContain('The files have changed since this page was shown');
  await expect.poll(() => held(page, project.name).textContent()).toContain(late.filename);
  await press(page, 'Approve');
  await expect.poll(() => said(page)).toContain('is approved');

  // the page reads the content of a file that waits to join the visible version from its staged bytes
  const key = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
  const found = wheel({ ...project, files: { 'tests/key.pem': key.toString() } });
  const joining = { ...found, filename: found.filename.replace('py3', 'py2') };
  await python.upload(project, joining, owner.token, `r/${slug}/legacy/`);
  await page.reload();
  expect(await held(page, joining.filename).locator('mark').textContent()).toContain('PRIVATE KEY');
  await held(page, joining.filename).getByLabel('Reason').fill('a real credential');
  await press(page, 'Reject');
  await expect.poll(() => said(page)).toContain('is rejected');
});

test('members without the right see no held releases and no forms, strangers nothing', async () => {
  const slug = await organizationOf();
  const [hidden, shown] = [await makeSuspiciousCrate(), await makeCrate()];
  expect(await publishInto(slug, hidden)).toBe(202);
  expect(await publishInto(slug, shown)).toBe(200);
  const { page } = await portal.openAs(viewer);
  expect((await page.goto(`/orgs/${slug}/security`))?.status()).toBe(200);
  const main = page.getByRole('main');
  expect(await main.textContent()).not.toContain(hidden.name);
  // the list is not empty
  expect(await main.textContent()).not.toContain('Nothing is held');
  await main.getByText('You see no held releases here.').waitFor();
  expect(await main.getByRole('button', { name: /Approve|Reject|Resolve/ }).count()).toBe(0);
  const { text } = await download(page, 'Export CSV');
  expect(text).not.toContain(hidden.name);
  const { page: outside } = await portal.openAs(stranger);
  for (const address of [`/orgs/${slug}/security`, `/orgs/${slug}/security?export=csv`])
    expect((await outside.goto(address))?.status(), address).toBe(404);
});

test.each([
  ['light', 1280],
  ['dark', 360],
] as const)('security is accessible and fits (%s, %i)', async (theme, width) => {
  const slug = await organizationOf();
  expect(await publishInto(slug, await makeSuspiciousCrate())).toBe(202);
  expect(await publishInto(slug, await makeSuspiciousCrate())).toBe(202);
  const { page, complaints } = await portal.openAs(reviewer, { theme, width });
  await page.goto(`/orgs/${slug}/security`);
  expect(await listViolations(page)).toEqual([]);
  expect(await overflows(page)).toBe(false);
  await takeScreenshot(page, `organization-security-${theme}-${width}`);
  expect(complaints).toEqual([]);
});
