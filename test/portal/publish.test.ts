import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createHome } from '../clients/npm/home.ts';
import { startGitServer } from '../support/git-server.ts';
import { startOpenPlatform } from '../support/platform.ts';
import { refused } from '../support/portal/as-person.ts';
import { listViolations, overflows } from '../support/portal/browser.ts';
import { logIn, type Person, register } from '../support/portal/people.ts';
import { startPortal } from '../support/portal/start.ts';

const portal = startPortal();

const secretOn = (page: Page) => page.locator('[data-secret]').textContent();

test.each([true, false])(
  'a new person makes a token on the page and publishes with npm (scripts: %s)',
  async (javaScript) => {
    const { page, complaints } = await portal.open({ javaScript });
    await page.goto('/publish');
    await page.getByRole('link', { name: 'npm', exact: true }).click();
    await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
    const { username } = await fillRegistration(page);
    await expect.poll(() => new URL(page.url()).pathname).toBe('/publish/npm');

    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('status').waitFor();
    const token = await secretOn(page);
    expect(token).toMatch(/^pub_/);
    const files = page.getByRole('region', { name: /~\/\.npmrc/ });
    await expect.poll(() => files.first().textContent()).toContain(`:_authToken=${token}`);
    // the file of a project reads the token from the environment, which the command sets
    await expect.poll(() => page.getByRole('main').textContent()).toContain(`NPM_TOKEN=${token} npm publish`);
    await page.reload();
    expect(await page.content()).not.toContain(token);

    const home = await createHome(`${portal.url}/npm/`, token ?? undefined);
    const name = `@${username}/first`;
    await home.write('first', { 'package.json': { name, version: '1.0.0' }, 'index.js': '' });
    await home.must('npm11', 'first', 'publish', '--access', 'public');
    await home.remove();
    await page.goto(`/packages/npm/${encodeURIComponent(name)}/-/settings`);
    expect(await page.getByRole('checkbox', { name: '1.0.0' }).count()).toBe(1);
    expect(complaints).toEqual([]);
  },
);

test('the guide names the reader’s own package and repository', async () => {
  const { page } = await portal.open();
  const { username } = await register(page);
  await page.goto('/publish/cargo');
  await page.getByRole('textbox', { name: 'Package' }).fill('my-crate');
  await page.getByLabel('Repository').selectOption(username);
  await page.getByRole('button', { name: 'Show' }).click();
  const main = page.getByRole('main');
  await expect.poll(() => main.textContent()).toContain(`sparse+${portal.url}/cargo/r/${username}/index/`);
  await expect.poll(() => main.textContent()).toContain('/packages/cargo/my-crate');
  const strange = await page.goto('/publish/cargo?name=%3Cscript%3E&repository=../../etc');
  expect(strange?.status()).toBe(200);
  expect(await main.textContent()).not.toContain('<script>');
  expect((await page.goto('/publish/nothing'))?.status()).toBe(404);
});

test('a token of the page is refused elsewhere, and bounds of the form are said', async () => {
  const { page } = await portal.open();
  await register(page);
  await page.goto('/publish/pypi');
  await page.getByLabel('Expires in days').evaluate((input) => input.removeAttribute('max'));
  await page.getByLabel('Expires in days').fill('99999');
  await page.getByRole('button', { name: 'Create token' }).click();
  await expect.poll(() => page.getByRole('alert').count()).toBe(1);
  expect(await page.getByLabel('Expires in days').getAttribute('aria-invalid')).toBe('true');
  await page.getByLabel('Expires in days').fill('1');
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByRole('status').waitFor();
  const answer = await fetch(`${portal.url}/generic/other-things/1.0.0/`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${await secretOn(page)}` },
    body: 'text',
  });
  expect([401, 403]).toContain(answer.status);
});

test('an import that can not begin says why, and one that is unknown is missing', async () => {
  const { page } = await portal.open();
  const { username } = await register(page);
  await page.goto('/publish/composer');
  await page.getByLabel('Package to import').fill(`${username}/library`);
  await page.getByLabel('Address of the repository').fill('http://127.0.0.1/inside.git');
  await page.getByRole('button', { name: 'Import' }).click();
  await expect.poll(() => refused(page)).toContain('https://');
  expect(await page.getByLabel('Package to import').inputValue()).toBe(`${username}/library`);
  const unknown = await page.goto(`/publish/composer/imports/${crypto.randomUUID()}`);
  expect(unknown?.status()).toBe(404);
});

test.each([true, false])(
  'tags of a git repository become versions, and the page says how far it is (scripts: %s)',
  async (javaScript) => {
    const [open, server] = await Promise.all([startOpenPlatform(), startGitServer()]);
    const { page, complaints } = await portal.open({ javaScript }, open.url);
    const { username } = await register(page);
    const name = `${username}/library`;
    const repository = await server.repository('library');
    await repository.tag('1.0.0', { 'composer.json': JSON.stringify({ name, license: 'MIT' }) });
    await repository.tag('2.0.0', { 'composer.json': JSON.stringify({ name: 'other/name' }) });
    await page.goto('/publish/composer');
    await page.getByLabel('Package to import').fill(name);
    await page.getByLabel('Address of the repository').fill(repository.url);
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByRole('heading', { name: `Import of ${name}` }).waitFor();
    expect(javaScript ? await listViolations(page) : []).toEqual([]);
    await expect
      .poll(
        async () => {
          if (!javaScript) await page.reload();
          return page.getByRole('region', { name: 'Refused tags' }).textContent({ timeout: 2_000 });
        },
        { timeout: 60_000 },
      )
      .toContain('other/name');
    expect(await page.getByRole('region', { name: 'Tags by outcome' }).textContent()).toContain('published');
    expect(javaScript && (await overflows(page))).toBe(false);

    const address = page.url();
    const stranger = await portal.open({ javaScript }, open.url);
    await register(stranger.page);
    expect((await stranger.page.goto(address))?.status()).toBe(404);
    expect(complaints).toEqual([]);
    await server.stop();
  },
);

test.each(['light', 'dark'] as const)('the guides are accessible (%s)', async (theme) => {
  const person: { known?: Person } = {};
  for (const width of [360, 1280] as const) {
    const { page, complaints } = await portal.open({ theme, width });
    await page.goto('/publish/npm');
    expect(await listViolations(page)).toEqual([]);
    if (person.known) await logIn(page, person.known);
    else person.known = await register(page);
    for (const path of ['/publish', '/publish/maven', '/publish/composer', '/publish/generic']) {
      await page.goto(path);
      for (const summary of await page.locator('summary').all()) await summary.click();
      expect(await listViolations(page)).toEqual([]);
      expect(await overflows(page)).toBe(false);
    }
    expect(complaints).toEqual([]);
  }
});

async function fillRegistration(page: Page): Promise<Person> {
  const person = { username: `p${crypto.randomUUID().slice(0, 8)}`, password: 'a long enough password' };
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Email').fill(`${person.username}@example.org`);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click();
  await page.getByRole('button', { name: 'Log out' }).waitFor();
  return person;
}
