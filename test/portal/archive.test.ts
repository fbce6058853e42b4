import { beforeAll, expect, test } from 'vitest';
import { manage, unique } from '../security/publish.ts';
import type { TestUser } from '../support/platform.ts';
import { listViolations, overflows } from '../support/portal/browser.ts';
import { publishToNpm } from '../support/portal/npm-packages.ts';
import { startPortal } from '../support/portal/start.ts';

const portal = startPortal();
let owner: TestUser;

const name = `@browse-${unique()}/probe`;
const hidden = `hidden-${unique()}`;
const at = (...rest: string[]) => ['/packages/npm', encodeURIComponent(name), ...rest].join('/');

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const readme = [
  '### Probe',
  '![logo](img/logo.png) ![badge](https://ci.example/badge.svg)',
  '[guide](docs/guide.md) [site](https://example.org)',
  '<script>document.title = "taken over"</script><img src=x onerror=alert(1)>',
].join('\n\n');

beforeAll(async () => {
  owner = await portal.platform.createUser();
  const { url } = portal;
  const files = {
    'package/img/logo.png': png,
    'package/docs/guide.md': '# Guide\n\n<script>alert(1)</script>\n',
    'package/lib/old.js': 'module.exports = "old";\n',
    'package/data.bin': Buffer.from([0, 1, 2, 3]),
  };
  const stated = { license: 'MIT', homepage: 'https://example.org/probe', engines: { node: '>=18' } };
  await publishToNpm(url, owner.token, { name, version: '1.0.0', readme, files, manifest: stated });
  const { 'package/lib/old.js': _old, ...kept } = files;
  const later = { ...kept, 'package/lib/new.js': 'module.exports = "new";\n' };
  const manifest = {
    ...stated,
    license: 'Apache-2.0',
    description: 'Looks into things',
    engines: { node: '>=20' },
    dependencies: { [hidden]: '^1.0.0' },
    scripts: { postinstall: 'node lib/new.js' },
  };
  await publishToNpm(url, owner.token, { name, version: '1.1.0', readme, files: later, manifest });
  await publishToNpm(url, owner.token, { name: hidden, version: '1.0.0' });
  await manage(url, owner.token, 'PATCH', `/v1/packages/npm/${hidden}`, { visibility: 'private' });
}, 60_000);

test('a README shows images of its archive, and leads into it', async () => {
  const { page, complaints } = await portal.open();
  await page.goto(at());
  expect(await page.title()).not.toBe('taken over');
  const logo = page.getByAltText('logo');
  expect(await logo.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBe(1);
  const badge = page.getByRole('link', { name: 'badge' });
  expect(await badge.getAttribute('rel')).toBe('nofollow ugc noopener');
  await page.getByRole('link', { name: 'guide' }).click();
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toContain('docs/guide.md');
  await expect
    .poll(() => page.getByRole('region', { name: 'Content of docs/guide.md' }).textContent())
    .toContain('<script>alert(1)</script>');
  expect(complaints).toEqual([]);
});

test('files of a version are listed, shown by lines, and downloaded', async () => {
  const { page } = await portal.open();
  await page.goto(at('1.0.0', '-/files/'));
  await page.getByRole('link', { name: 'index.js' }).click();
  await page.getByRole('link', { name: 'Line 1' }).click();
  await expect.poll(() => new URL(page.url()).hash).toBe('#L1');
  await page.goto(`${at('1.0.0', '-/files/package.json')}#L1-L2`);
  expect(await page.locator('tr.marked').count()).toBeGreaterThan(0);
  await page.goto(at('1.0.0', '-/files/data.bin'));
  expect(await page.getByRole('main').textContent()).toContain('This file is not text.');

  const raw = await fetch(`${portal.url}${at('1.0.0', '-/files/docs/guide.md')}?raw`);
  expect(raw.headers.get('content-disposition')).toBe('attachment; filename="guide.md"');
  expect(raw.headers.get('content-security-policy')).toContain('sandbox');
  expect(await raw.text()).toContain('# Guide');
  await page.goto(at('1.0.0', '-/files/img/logo.png'));
  const logo = page.getByAltText('img/logo.png');
  expect(await logo.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBe(1);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download', exact: true }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('logo.png');
  for (const path of ['nothing.js', '../../../etc/passwd', 'package/../index.js']) {
    const { status } = await fetch(`${portal.url}${at('1.0.0', '-/files', encodeURIComponent(path))}`);
    expect(status).toBe(404);
  }
});

test('two versions are compared, older first, and swapped', async () => {
  const { page } = await portal.open();
  await page.goto(at('-/compare/1.0.0...1.1.0'));
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Compare 1.0.0 with 1.1.0');
  const main = await page.getByRole('main').textContent();
  expect(main).toContain('lib/new.js');
  expect(main).toContain('+module.exports = "new";');
  expect(main).toContain('-module.exports = "old";');
  const overview = page.getByRole('region', { name: 'Overview' });
  expect(await overview.getByRole('row', { name: /Runs at installation/ }).textContent()).toMatch(
    /0.*1 added/,
  );
  expect(await page.getByRole('region', { name: 'Dependencies' }).textContent()).toContain(hidden);
  const metadata = page.getByRole('region', { name: 'Metadata' });
  const stated = async (fact: string) =>
    (await metadata.getByRole('row', { name: fact }).getByRole('cell').allTextContents()).map((cell) =>
      cell.trim(),
    );
  expect(await stated('Licence')).toEqual(['Licence', 'MIT', 'Apache-2.0 changed']);
  expect(await stated('Description')).toEqual(['Description', '-', 'Looks into things added']);
  expect(await stated('node')).toEqual(['node', '>=18', '>=20 changed']);
  const home = 'https://example.org/probe';
  expect(await stated('Homepage')).toEqual(['Homepage', home, home]);
  await page.getByRole('link', { name: 'Swap' }).click();
  await expect
    .poll(() => page.getByRole('heading', { level: 1 }).textContent())
    .toBe('Compare 1.1.0 with 1.0.0');
});

test('hidden packages are not there, whatever is asked of them', async () => {
  const paths = ['1.0.0/-/files/', '1.0.0/-/files/index.js', '-/compare/1.0.0...1.0.0'];
  for (const path of paths) {
    const [one, none] = await Promise.all(
      [hidden, 'never-there'].map((each) => fetch(`${portal.url}/packages/npm/${each}/${path}`)),
    );
    expect(one?.status).toBe(404);
    expect(none?.status).toBe(404);
  }
});

test('documents are pages, and lead to each other', async () => {
  const { page } = await portal.open({ javaScript: false });
  await page.goto('/docs');
  await page.getByRole('link', { name: 'npm', exact: true }).click();
  await page.waitForURL('**/docs/guides/npm');
  expect((await fetch(`${portal.url}/docs/guides/npm.md`, { redirect: 'manual' })).status).toBe(301);
  expect((await fetch(`${portal.url}/docs/..%2fpackage`)).status).toBe(404);
  expect((await fetch(`${portal.url}/docs/adr/0081-pages-from-templates`)).status).toBe(200);
  // lines to copy contain the address of this installation
  const guide = (await page.getByRole('main').textContent()) ?? '';
  expect(guide).toContain(`registry=${portal.url}/npm/`);
  expect(guide).not.toContain('127.0.0.1:8080');
  const drawing = await fetch(`${portal.url}/docs/benchmarks/npm.svg`);
  expect(drawing.headers.get('content-type')).toMatch(/^image\/svg\+xml/);
  expect(drawing.headers.get('content-security-policy')).toContain('sandbox');
  expect((await fetch(`${portal.url}/docs/benchmarks/nothing.svg`)).status).toBe(404);
});

test.each(['light', 'dark'] as const)(
  'pages of archives and documents are accessible (%s)',
  async (theme) => {
    for (const width of [360, 1280] as const) {
      const { page } = await portal.open({ theme, width });
      for (const path of [
        at(),
        at('1.0.0', '-/files/'),
        at('1.0.0', '-/files/package.json'),
        at('-/compare/1.0.0...1.1.0'),
        '/docs',
        '/docs/guides/npm',
        '/docs/SECURITY',
      ]) {
        expect((await page.goto(path))?.status(), path).toBe(200);
        expect(await listViolations(page), path).toEqual([]);
        expect(await overflows(page), path).toBe(false);
      }
    }
  },
);
