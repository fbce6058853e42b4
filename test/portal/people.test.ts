import { expect, test } from 'vitest';
import { manage, unique } from '../security/publish.ts';
import { listViolations, overflows } from '../support/portal/browser.ts';
import { publishToNpm } from '../support/portal/npm-packages.ts';
import { createOrganization } from '../support/portal/organization.ts';
import { logIn, register } from '../support/portal/people.ts';
import { startPortal } from '../support/portal/start.ts';

const portal = startPortal();

test('a repository is created, shown with its addresses, and hidden from strangers when private', async () => {
  const { page, complaints } = await portal.open({ javaScript: false });
  await register(page);
  const slug = `r-${unique()}`;
  await page.goto('/account/repositories');
  await page.getByLabel('Repository name').fill('Inner <b>tools</b>');
  await page.getByLabel('Slug').fill('not a slug!');
  await page.getByRole('button', { name: 'Create repository' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Slug').fill(slug);
  await page.getByLabel('Kind').selectOption('private');
  await page.getByRole('button', { name: 'Create repository' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/repositories/${slug}`);
  await page.getByRole('heading', { level: 1, name: 'Inner <b>tools</b>', exact: true }).waitFor();
  const address = (await page.getByText('/npm/r/').first().textContent()) ?? '';
  expect(address).toContain(slug);
  const [hidden, missing] = await Promise.all(
    [slug, `r-${unique()}`].map((each) => fetch(`${portal.url}/repositories/${each}`)),
  );
  expect(hidden?.status).toBe(404);
  expect(missing?.status).toBe(404);
  expect(complaints).toEqual([]);
});

test('an organization is left', async () => {
  const [owner, guest] = [await portal.platform.createUser(), await portal.platform.createUser()];
  const slug = await createOrganization(portal.url, owner, [[guest, 'viewer']]);
  const { page } = await portal.open({ javaScript: false });
  await logIn(page, guest);
  await page.goto('/account/organizations');
  await page.getByRole('link', { name: `Organization ${slug}` }).waitFor();
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByText('You are in no organization.').waitFor();
  expect(await page.getByRole('button', { name: 'Leave' }).count()).toBe(0);
});

test('a namespace is claimed and given up', async () => {
  const { page } = await portal.open();
  await register(page);
  const namespace = `n${unique()}`;
  await page.goto('/account/namespaces');
  await page.getByLabel('Ecosystem').selectOption('npm');
  await page.getByLabel('Namespace').fill(namespace);
  await page.getByRole('button', { name: 'Claim namespace' }).click();
  await page.getByRole('cell', { name: namespace }).waitFor();
  await page.getByRole('button', { name: 'Give up' }).click();
  await page.getByText('The namespace is given up: others may claim it.').waitFor();
  expect(await page.getByRole('cell', { name: namespace }).count()).toBe(0);
});

test('profiles show what the reader may see', async () => {
  const owner = await portal.platform.createUser();
  const [open, closed] = [`open-${unique()}`, `closed-${unique()}`];
  for (const name of [open, closed]) await publishToNpm(portal.url, owner.token, { name, version: '1.0.0' });
  await manage(portal.url, owner.token, 'PATCH', `/v1/packages/npm/${closed}`, { visibility: 'private' });
  const answer = await fetch(`${portal.url}/users/${owner.username}`);
  const text = await answer.text();
  expect(text).toContain(open);
  expect(text).not.toContain(closed);
  expect((await fetch(`${portal.url}/users/unknown-${unique()}`)).status).toBe(404);
});

test.each(['light', 'dark'] as const)(
  'pages of people and places are accessible (%s)',
  async (theme) => {
    const { page } = await portal.open({ theme });
    const { username } = await register(page);
    await page.goto('/account/namespaces');
    await page.getByLabel('Namespace').fill(`n${unique()}`);
    await page.getByLabel('Ecosystem').selectOption('npm');
    await page.getByRole('button', { name: 'Claim namespace' }).click();
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of [
        `/users/${username}`,
        `/repositories/${username}`,
        '/account/repositories',
        '/account/namespaces',
        '/account/invitations',
        '/account/organizations',
        '/orgs/new',
      ]) {
        expect((await page.goto(path))?.status(), path).toBe(200);
        expect(await listViolations(page), path).toEqual([]);
        expect(await overflows(page), path).toBe(false);
      }
    }
  },
  60_000,
);
