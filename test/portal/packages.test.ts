import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { chessErrorFacts } from '../../chess/error-codes.ts';
import { errorFacts } from '../../domain/errors.ts';
import { manage, unique } from '../security/publish.ts';
import { makeSuspiciousCrate } from '../support/crates.ts';
import { eventually } from '../support/eventually.ts';
import type { TestUser } from '../support/platform.ts';
import { listViolations, overflows, takeScreenshot } from '../support/portal/browser.ts';
import { publishToNpm } from '../support/portal/npm-packages.ts';
import { startPortal } from '../support/portal/start.ts';

const portal = startPortal();
let owner: TestUser;

const word = unique();
const base = `base-${word}`;
const app = `app-${word}`;
const hidden = `hidden-${word}`;
const page = (name: string, ...rest: string[]) =>
  ['/packages/npm', encodeURIComponent(name), ...rest].join('/');

const hostile = {
  description: '<img src=x onerror=alert(1)> "quoted" & more',
  homepage: 'javascript:alert(1)',
  repository: 'https://example.org/"><script>alert(1)</script>',
  keywords: ['<b>bold</b>', 'plain'],
  license: 'MIT',
};

beforeAll(async () => {
  owner = await portal.platform.createUser();
  const { url } = portal;
  const readme = `# ${base}\n\nHello reader\n`;
  await publishToNpm(url, owner.token, { name: base, version: '1.0.0', readme, manifest: hostile });
  await publishToNpm(url, owner.token, { name: base, version: '1.1.0', readme, manifest: hostile });
  const dependencies = { [base]: '^1.0.0', 'not-here': '2' };
  await publishToNpm(url, owner.token, { name: app, version: '0.1.0', manifest: { dependencies } });
  await publishToNpm(url, owner.token, { name: hidden, version: '0.1.0', manifest: { dependencies } });
  await manage(url, owner.token, 'PATCH', `/v1/packages/npm/${hidden}`, { visibility: 'private' });
  await eventually(async () => {
    const { text } = await manage(url, owner.token, 'GET', `/v1/search?q=${word}`);
    expect(text).toContain('"total":3');
  });
}, 60_000);

test.each([true, false])('a package is read tab by tab (scripts: %s)', async (javaScript) => {
  const { page: view, complaints } = await portal.open({ javaScript });
  await view.goto(page(base));
  expect(await view.getByRole('heading', { level: 1 }).textContent()).toBe(base);
  const main = view.getByRole('main');
  expect(await main.textContent()).toContain('Hello reader');
  expect(await main.textContent()).toContain(`npm install ${base}@1.1.0`);
  expect(await main.textContent()).toContain(hostile.description);
  expect(await main.locator('img, script').count()).toBe(0);
  expect(await main.locator('a[href^="javascript:"]').count()).toBe(0);

  const tabs = main.getByRole('navigation').first();
  expect(
    (await tabs.getByRole('listitem').allInnerTexts()).map((tab) => tab.replaceAll(/\s+/g, ' ')),
  ).toEqual(['Readme', 'Versions 2', 'Dependencies 0', 'Dependents 1', 'Security 0', 'Activity']);
  await main.getByRole('link', { name: 'Versions', exact: true }).click();
  await expect.poll(() => main.getByRole('region', { name: 'Versions' }).getByRole('row').count()).toBe(3);
  expect(await main.getByRole('link', { name: '1.0.0', exact: true }).getAttribute('href')).toBe(
    page(base, '1.0.0'),
  );

  await main.getByRole('link', { name: 'Dependents', exact: true }).click();
  await expect.poll(() => main.getByRole('link', { name: app }).count()).toBe(1);
  expect(await main.textContent()).not.toContain(hidden);

  await main.getByRole('link', { name: 'Security', exact: true }).click();
  await expect.poll(() => main.getByRole('heading', { name: 'Security' }).count()).toBe(1);

  await main.getByRole('link', { name: 'Activity', exact: true }).click();
  await expect.poll(() => main.textContent()).toContain('Published');
  await expect.poll(() => main.textContent()).toContain(owner.username);
  expect(await main.textContent()).not.toContain('127.0.0.1');

  await view.goto(page(app));
  await main.getByRole('link', { name: 'Dependencies', exact: true }).click();
  await expect.poll(() => main.getByRole('link', { name: base }).getAttribute('href')).toBe(page(base));
  expect(await main.getByRole('link', { name: 'not-here' }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('a tag leads to the version that it stands for, and one of a hidden package is no tag', async () => {
  const ask = (path: string) => fetch(portal.url + path, { redirect: 'manual' });
  const moved = await ask(page(base, 'latest'));
  expect([moved.status, moved.headers.get('location')]).toEqual([303, page(base, '1.1.0')]);
  const [secret, missing] = await Promise.all([ask(page(hidden, 'latest')), ask(page(base, 'newest'))]);
  expect([secret.status, missing.status]).toEqual([404, 404]);
});

test('a name whose slash is typed as it is leads to its page, whether or not there is such a package', async () => {
  const ask = async (path: string) => {
    const { status, headers } = await fetch(portal.url + path, { redirect: 'manual' });
    return [status, headers.get('location')];
  };
  expect(await ask('/packages/npm/@acme/probe')).toEqual([301, '/packages/npm/%40acme%2Fprobe']);
  expect(await ask('/packages/npm/@acme/probe/1.0.0')).toEqual([301, '/packages/npm/%40acme%2Fprobe/1.0.0']);
  expect(await ask('/packages/composer/acme/probe')).toEqual([301, '/packages/composer/acme%2Fprobe']);
  expect(await ask(`${page(base)}/1.0.0/strange`)).toEqual([404, null]);
  expect(await ask('/packages/none/@acme/probe')).toEqual([404, null]);
});

test('names, versions and digests can be copied by themselves', async () => {
  const { page: view, context } = await portal.open();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => view.evaluate('navigator.clipboard.readText()');
  await view.goto(page(base, '1.0.0'));
  await view.getByRole('button', { name: 'Copy version' }).click();
  await expect.poll(copied).toBe('1.0.0');
  await view.getByRole('button', { name: /^Copy SHA-256/ }).click();
  await expect.poll(copied).toMatch(/^[0-9a-f]{64}$/);
  await view.getByRole('button', { name: 'Copy name' }).click();
  await expect.poll(copied).toBe(base);
  await view.goto(page(base));
  await view.getByRole('button', { name: 'Copy version' }).click();
  await expect.poll(copied).toBe('1.1.0');
  await view.getByRole('button', { name: 'Copy name' }).click();
  await expect.poll(copied).toBe(base);
});

test.each([
  [360, true],
  [1280, true],
  [360, false],
  [1280, false],
] as const)('a digest is whole on the page (%d pixels, scripts: %s)', async (width, javaScript) => {
  const { page: view } = await portal.open({ width, javaScript });
  await view.goto(page(base, '1.0.0'));
  const files = view.getByRole('region', { name: 'Files' });
  const digest = (await files.innerText()).match(/\b[0-9a-f]{64}\b/)?.[0] ?? 'no digest';
  const shown = files.getByText(digest, { exact: true });
  await shown.selectText();
  expect(await view.evaluate('String(getSelection())')).toBe(digest);
  // only the style cuts the line, and only if a button copies the whole text
  const lines = Math.round(((await shown.boundingBox())?.height ?? 0) / 18);
  expect(lines > 1).toBe(!javaScript || width === 360);
  expect(await files.getByRole('button', { name: /^Copy SHA-256/ }).count()).toBe(javaScript ? 1 : 0);
  expect(javaScript && (await overflows(view))).toBe(false);
});

test('the head of a table stays while the page scrolls', async () => {
  const { page: view } = await portal.open();
  await view.setViewportSize({ width: 1280, height: 400 });
  await view.goto(page(base, '1.0.0'));
  const files = view.getByRole('region', { name: 'Files' });
  await expect.poll(() => files.getAttribute('data-fits')).not.toBeNull();
  const cell = await files.getByRole('cell').first().boundingBox();
  // the head of the table is now above the edge of the window
  await view.mouse.wheel(0, (cell?.y ?? 0) + 8);
  await expect.poll(async () => (await files.boundingBox())?.y).toBeLessThan(0);
  expect((await files.getByRole('columnheader').first().boundingBox())?.y).toBeGreaterThanOrEqual(0);
  // a wide table scrolls in its own box instead of the page
  await view.evaluate('document.querySelector(".table-box td").style.setProperty("min-width", "90rem")');
  await expect.poll(() => view.locator('.table-box').first().getAttribute('data-fits')).toBeNull();
  expect(await overflows(view)).toBe(false);
});

test('a version shows its files, which download as they are stored', async () => {
  const { page: view } = await portal.open();
  await view.goto(page(base, '1.1.0'));
  expect(await view.getByRole('heading', { level: 1 }).textContent()).toBe(`${base} 1.1.0`);
  for (const name of ['Files', 'Dependencies', 'Provenance', 'Publish history', 'Readme']) {
    expect(await view.getByRole('heading', { level: 2, name: new RegExp(`^\\s*${name}`) }).count()).toBe(1);
  }
  expect(await view.getByRole('link', { name: 'Compare with 1.0.0' }).getAttribute('href')).toBe(
    page(base, '-/compare/1.0.0...1.1.0'),
  );
  const link = view.getByRole('link', { name: 'Download', exact: true });
  expect(await link.count()).toBe(1);
  const about = String(await link.getAttribute('aria-describedby'));
  expect(await view.locator(`#${about}`).textContent()).toBe(await link.getAttribute('download'));
  const href = String(await link.getAttribute('href'));
  const digest = await view
    .getByRole('button', { name: /^Copy SHA-256/ })
    .first()
    .getAttribute('data-copy');

  const whole = await fetch(portal.url + href);
  const bytes = Buffer.from(await whole.arrayBuffer());
  expect(whole.headers.get('content-disposition')).toMatch(/^attachment; filename=/);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(digest);
  const part = await fetch(portal.url + href, {
    headers: { range: 'bytes=0-1', 'accept-encoding': 'gzip' },
  });
  expect(part.status).toBe(206);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(0, 2));
  const head = await fetch(portal.url + href, { method: 'HEAD' });
  expect(head.headers.get('content-length')).toBe(String(bytes.length));
});

test('files of a private package download with the session alone', async () => {
  const { page: view, context } = await portal.openAs(owner);
  await view.goto(page(hidden, '0.1.0'));
  const href = String(await view.getByRole('link', { name: 'Download' }).first().getAttribute('href'));
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const mine = await fetch(portal.url + href, { headers: { cookie } });
  expect(mine.status).toBe(200);
  expect(mine.headers.get('cache-control')).toBe('private, no-cache');
  await mine.arrayBuffer();
  expect((await fetch(portal.url + href)).status).toBe(404);
  const bearer = await fetch(portal.url + href, { headers: { authorization: `Bearer ${owner.token}` } });
  expect(bearer.status).toBe(404);

  await view.goto(page(hidden));
  expect(await view.getByText('private', { exact: true }).count()).toBe(1);
  expect(await view.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe(
    page(hidden, '-/settings'),
  );
});

test('a yanked version says so with its reason', async () => {
  const name = `yanked-${word}`;
  for (const version of ['1.0.0', '1.0.1']) await publishToNpm(portal.url, owner.token, { name, version });
  await manage(portal.url, owner.token, 'PUT', `/v1/packages/npm/${name}/releases/1.0.0/yank`, {
    reason: 'it <bites>',
  });
  const { page: view } = await portal.open();
  await view.goto(page(name, '1.0.0'));
  expect(await view.getByRole('note').textContent()).toContain('it <bites>');
  await view.goto(`${page(name)}?tab=versions`);
  expect(await view.getByText('yanked', { exact: true }).count()).toBe(1);
});

test('a held version is there for those who look after it, with a banner', async () => {
  const held = await makeSuspiciousCrate();
  await fetch(`${portal.url}/cargo/api/v1/crates/new`, {
    method: 'PUT',
    headers: { authorization: owner.token },
    body: new Uint8Array(held.body),
  });
  const path = `/packages/cargo/${held.name}`;
  const { page: view } = await portal.openAs(owner);
  for (const each of [path, `${path}/${held.version}`]) {
    expect((await fetch(portal.url + each)).status).toBe(404);
    await view.goto(each);
    expect(await view.getByText('This version is held until a person decides.').count()).toBe(1);
    expect(await view.getByText('held', { exact: true }).count()).toBe(1);
    expect(await view.getByRole('heading', { name: 'Install' }).count()).toBe(0);
    expect(await listViolations(view), each).toEqual([]);
  }
});

test('feeds have the public releases', async () => {
  const feed = await fetch(`${portal.url}${page(base)}.atom`);
  expect(feed.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  const text = await feed.text();
  expect(text).toContain(`<title>${base} 1.1.0</title>`);
  expect(text).toContain('&lt;img src=x onerror=alert(1)>');
  const etag = String(feed.headers.get('etag'));
  const again = await fetch(`${portal.url}${page(base)}.atom`, { headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
  const cookie = { authorization: `Bearer ${owner.token}` };
  expect((await fetch(`${portal.url}${page(hidden)}.atom`, { headers: cookie })).status).toBe(404);
  const { page: view } = await portal.openAs(owner);
  const offers = view.locator(`[href$=".atom"]`);
  await view.goto(page(hidden));
  expect(await offers.count()).toBe(0);
  await view.goto(page(base));
  expect(await offers.count()).toBe(2);
  const all = await (await fetch(`${portal.url}/feed.atom`)).text();
  expect(all).toContain(app);
  expect(all).not.toContain(hidden);

  // a package with this name has precedence over the feed
  const named = `${base}.atom`;
  await publishToNpm(portal.url, owner.token, { name: named, version: '1.0.0' });
  const answer = await fetch(portal.url + page(named));
  expect(answer.headers.get('content-type')).toContain('text/html');
});

test('addresses of before lead on, whether there is such a package or not', async () => {
  const moves = [
    ['/packages/npm/%40a%2Fb/settings', '/packages/npm/%40a%2Fb/-/settings'],
    ['/packages/npm/%40a%2Fb/compare/1.0.0...2.0.0', '/packages/npm/%40a%2Fb/-/compare/1.0.0...2.0.0'],
    ['/packages/npm/x/1.0.0/files/src/a%20b.js?raw', '/packages/npm/x/1.0.0/-/files/src/a%20b.js?raw='],
  ];
  for (const [from, to] of moves) {
    const answer = await fetch(`${portal.url}${from}`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([301, to]);
  }
});

test('what is hidden and what never was look alike', async () => {
  const ask = async (name: string, rest: string[]) => {
    const answer = await fetch(portal.url + page(name, ...rest), { redirect: 'manual' });
    const text = (await answer.text()).replaceAll(name, '').replaceAll(/<code>[^<]*<\/code>/g, '');
    return [
      answer.status,
      answer.headers.get('location')?.replace(name, ''),
      text.length,
      text.includes('0.1.0'),
    ];
  };
  const missing = `unknown-${word}`;
  for (const rest of [[], ['0.1.0'], ['0.1.0', '-', 'download', 'x.tgz'], ['settings']]) {
    expect(await ask(hidden, rest)).toEqual(await ask(missing, rest));
  }
});

test('every problem type leads to a page, other codes to none', async () => {
  for (const [code, { status }] of Object.entries({ ...errorFacts, ...chessErrorFacts })) {
    const text = await (await fetch(`${portal.url}/docs/errors/${code}`)).text();
    expect(text).toContain(`<code>${code}</code>`);
    expect(text).toContain(`<dd>${status}</dd>`);
  }
  const german = await (await fetch(`${portal.url}/docs/errors/slug_taken?lang=de`)).text();
  expect(german).toContain('Dieses Kürzel ist schon vergeben.');
  const problem = await fetch(`${portal.url}/v1/packages/cargo/nothing-here`);
  const { type } = (await problem.json()) as { type: string };
  expect((await fetch(type)).status).toBe(200);
  for (const code of ['nothing', '__proto__', '%3Cscript%3E']) {
    const answer = await fetch(`${portal.url}/docs/errors/${code}`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain('<script>');
  }
});

test('the state of the service is public', async () => {
  const { page: view } = await portal.open();
  await view.goto('/status');
  const main = view.getByRole('main');
  expect(await main.getByRole('status').textContent()).toContain('Everything works');
  expect(await main.getByRole('row', { name: /Database/ }).textContent()).toContain('works');
});

test.each(['light', 'dark'] as const)('pages of packages are accessible (%s)', async (theme) => {
  const paths = {
    readme: page(base),
    versions: `${page(base)}?tab=versions`,
    dependencies: `${page(app)}?tab=dependencies`,
    dependents: `${page(base)}?tab=dependents`,
    security: `${page(base)}?tab=security`,
    activity: `${page(base)}?tab=activity`,
    version: page(base, '1.1.0'),
    status: '/status',
    error: '/docs/errors/not_found',
  };
  for (const width of [360, 1280] as const) {
    const { page: view, complaints } = await portal.open({ theme, width });
    for (const [name, path] of Object.entries(paths)) {
      await view.goto(path);
      expect(await listViolations(view), path).toEqual([]);
      expect(await overflows(view), path).toBe(false);
      if (['readme', 'version'].includes(name))
        await takeScreenshot(view, `package-${name}-${theme}-${width}`);
    }
    expect(complaints).toEqual([]);
  }
});
