import { beforeAll, expect, test } from 'vitest';
import { manage, unique } from '../security/publish.ts';
import { makeCrate } from '../support/crates.ts';
import { eventually } from '../support/eventually.ts';
import type { TestUser } from '../support/platform.ts';
import { listViolations, overflows, takeScreenshot } from '../support/portal/browser.ts';
import { publishToNpm } from '../support/portal/npm-packages.ts';
import { startPortal } from '../support/portal/start.ts';

const portal = startPortal();
let owner: TestUser;

const word = `find${unique()}`;
const hiddenWord = `hide${unique()}`;
const named = (index: number) => `${word}-${String(index).padStart(2, '0')}`;
const count = 22;
const hidden = `${word}-${hiddenWord}`;

beforeAll(async () => {
  owner = await portal.platform.createUser();
  const { url } = portal;
  for (let index = 0; index < count; index += 1) {
    const manifest = {
      keywords: [word, index % 2 ? 'odd' : 'even'],
      license: index % 2 ? 'MIT' : 'Apache-2.0',
    };
    await publishToNpm(url, owner.token, { name: named(index), version: '1.0.0', manifest });
  }
  const crate = await makeCrate({ name: `${word}-crate` });
  await fetch(`${url}/cargo/api/v1/crates/new`, {
    method: 'PUT',
    headers: { authorization: owner.token },
    body: crate.body,
  });
  const manifest = {
    keywords: [word, hiddenWord],
    description: hiddenWord,
    dependencies: { [named(0)]: '1' },
  };
  await publishToNpm(url, owner.token, { name: hidden, version: '1.0.0', manifest });
  await manage(url, owner.token, 'PATCH', `/v1/packages/npm/${hidden}`, { visibility: 'private' });
  await eventually(async () => {
    const { text } = await manage(url, owner.token, 'GET', `/v1/search?q=${word}`);
    expect(text).toContain(`"total":${count + 2}`);
  });
}, 90_000);

test.each([true, false])('a reader finds a package from the front page (scripts: %s)', async (javaScript) => {
  const { page, complaints } = await portal.open({ javaScript });
  await page.goto('/');
  const search = page.getByRole('main').getByRole('search');
  await search.getByRole('searchbox').or(search.getByRole('combobox')).fill(word);
  await search.getByRole('button', { name: 'Search' }).click();
  await page.waitForURL('**/search?*');
  const main = page.getByRole('main');
  expect(await main.getByRole('status').textContent()).toContain(String(count + 1));
  expect(await main.getByRole('article').count()).toBe(20);

  await main.getByRole('link', { name: 'Next' }).click();
  await page.waitForURL('**page=2');
  expect(await main.getByRole('article').count()).toBe(3);

  await main.getByRole('link', { name: 'cargo' }).click();
  await page.waitForURL('**ecosystem=cargo');
  expect(await main.getByRole('article').count()).toBe(1);
  await main.getByRole('link', { name: 'Any' }).click();
  await main.getByRole('link', { name: 'odd', exact: true }).click();
  await page.waitForURL('**keyword=odd');
  expect(await main.getByRole('status').textContent()).toContain(String(count / 2));

  await main.getByRole('link', { name: 'Name', exact: true }).click();
  await page.waitForURL('**sort=name');
  const first = main.getByRole('article').first().getByRole('link');
  expect(await first.textContent()).toBe(named(1));
  await first.click();
  await page.getByRole('heading', { level: 1, name: named(1), exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

test('names are suggested while they are typed, and chosen with keys', async () => {
  const { page, complaints } = await portal.open();
  await page.goto('/');
  const field = page.getByRole('main').getByRole('combobox');
  await field.pressSequentially(named(1).slice(0, -1));
  await page.getByRole('main').getByRole('option').first().waitFor();
  await field.press('ArrowDown');
  await field.press('Enter');
  await page.waitForURL('**/packages/npm/**');
  expect(complaints).toEqual([]);
});

test('a package URL is its page', async () => {
  for (const [purl, path] of [
    [`pkg:npm/${named(1)}`, `/packages/npm/${named(1)}`],
    [`pkg:npm/${named(1)}@1.0.0`, `/packages/npm/${named(1)}/1.0.0`],
  ] as const) {
    const answer = await fetch(`${portal.url}/search?q=${encodeURIComponent(purl)}`, {
      redirect: 'manual',
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, path]);
  }
  for (const purl of [`pkg:npm/${hidden}`, 'pkg:npm/no-such-package', 'pkg:']) {
    const answer = await fetch(`${portal.url}/search?q=${encodeURIComponent(purl)}`, {
      redirect: 'manual',
    });
    expect(answer.status).toBe(200);
  }
});

test.each([
  'ecosystem=nothing',
  'sort=nothing',
  'page=0',
  'page=-1',
  'page=99999999999',
  'page=x',
  'q=%00',
  `q=${'x'.repeat(2_000)}`,
  'license=%F0%9F%92%A9&keyword=%27%22%3C',
])('a search for %s is a page', async (query) => {
  const answer = await fetch(`${portal.url}/search?${query}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/html');
});

test('a search that finds nothing says so, and how to go on', async () => {
  const { page } = await portal.open();
  await page.goto(`/search?q=${word}&keyword=odd&ecosystem=cargo`);
  await page.getByRole('link', { name: 'Search without filters' }).click();
  await expect.poll(() => page.getByRole('article').count()).toBe(20);
});

test('what is hidden leaves no trace on any list', async () => {
  const paths = [
    '/',
    `/search?q=${word}&page=2`,
    `/search?q=${hiddenWord}`,
    `/search?keyword=${hiddenWord}`,
    `/search?keyword=${word}`,
    '/search?sort=updated',
    `/search/suggest?q=${hidden.slice(0, -2)}`,
    `/search/suggest?q=${hidden}`,
    '/feed.atom',
    `/packages/npm/${named(0)}`,
    `/packages/npm/${named(0)}?tab=dependents`,
    `/packages/npm/${named(0)}.atom`,
  ];
  for (const path of paths) {
    const answer = await fetch(portal.url + path);
    const text = await answer.text();
    expect(answer.status, path).toBe(200);
    // the page shows the query again
    const [, query = ''] = path.split('?');
    const told = query.includes(hiddenWord.slice(0, -2))
      ? text.replaceAll(/<(?:h1|title|input|a|strong)\b[^<]*/g, '')
      : text;
    expect(told, path).not.toContain(hiddenWord);
  }
  const facets = await (await fetch(`${portal.url}/search?q=${word}`)).text();
  expect(facets).toContain(`Packages found: ${count + 1}`);
  expect(facets).toMatch(new RegExp(`${word}</a>\\s*<span class="count">${count}<`));
});

test('a member sees what is private, and only with the session', async () => {
  const { page } = await portal.open();
  await page.goto('/login');
  await page.getByLabel('Username or email').fill(owner.username);
  await page.getByLabel('Password').fill(owner.password);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: 'Log out' }).waitFor();
  const answer = await page.goto(`/search?q=${hiddenWord}`);
  expect(answer?.headers()['cache-control']).toBe('private, no-store');
  expect(await page.getByRole('article').textContent()).toContain('private');
  const bearer = { authorization: `Bearer ${owner.token}` };
  const text = await (await fetch(`${portal.url}/search/suggest?q=${hidden}`, { headers: bearer })).text();
  expect(JSON.parse(text)).toEqual({ suggestions: [] });
});

test.each(['light', 'dark'] as const)('home and search are accessible (%s)', async (theme) => {
  const paths = { home: '/', search: `/search?q=${word}`, empty: '/search?q=zzqqxx' };
  for (const width of [360, 1280] as const) {
    const { page, complaints } = await portal.open({ theme, width });
    for (const [name, path] of Object.entries(paths)) {
      await page.goto(path);
      expect(await listViolations(page), path).toEqual([]);
      expect(await overflows(page), path).toBe(false);
      await takeScreenshot(page, `search-${name}-${theme}-${width}`);
    }
    expect(complaints).toEqual([]);
  }
});
