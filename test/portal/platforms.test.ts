import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { newProject, pypiClient, sdist, wheel } from '../support/distributions.ts';
import { eventually } from '../support/eventually.ts';
import { gemsClient } from '../support/gems.ts';
import { digestOf, layerClient } from '../support/layers.ts';
import type { TestUser } from '../support/platform.ts';
import { listViolations, overflows, takeScreenshot } from '../support/portal/browser.ts';
import { startPortal } from '../support/portal/start.ts';

const portal = startPortal();
let owner: TestUser;

beforeAll(async () => {
  owner = await portal.platform.createUser();
});

/** Opens the page once the version is visible. */
async function open(path: string): Promise<Page> {
  await eventually(async () => expect((await fetch(portal.url + path)).status).toBe(200));
  const { page } = await portal.open();
  await page.goto(path);
  return page;
}

async function rowsOf(page: Page, label: string): Promise<string[][]> {
  const rows = await page.getByRole('region', { name: label, exact: true }).locator('tbody tr').all();
  return Promise.all(
    rows.map(async (row) => (await row.getByRole('cell').allInnerTexts()).map((cell) => cell.trim())),
  );
}

async function expectFit(page: Page, name: string): Promise<void> {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await overflows(page), name).toBe(false);
    await takeScreenshot(page, `${name}-${width}`);
  }
}

test('a comparison names the stored files that came or went, and looks into one that both have', async () => {
  const name = newProject();
  const client = pypiClient(portal.url, owner.token);
  const send = async (version: string, tags: string, text: string) => {
    const it = { name, version };
    const file = wheel({ ...it, files: { 'probe.py': text } });
    const filename = file.filename.replace('py3-none-any', tags);
    expect(await client.upload(it, { ...file, filename })).toEqual([200, expect.anything()]);
  };
  await send('1.0.0', 'cp310-cp310-win_amd64', '"old"\n');
  await send('1.0.0', 'cp39-cp39-win_amd64', '"gone"\n');
  await send('2.0.0', 'cp310-cp310-win_amd64', '"new"\n');
  await send('2.0.0', 'cp311-cp311-win_amd64', '"come"\n');
  await open(`/packages/pypi/${name}/2.0.0`);
  const page = await open(`/packages/pypi/${name}/-/compare/1.0.0...2.0.0`);

  const rows = (await rowsOf(page, 'Stored files')).map(([file = '', ...sizes]) => [
    file.replace(/^\S+-(cp\d+)-\S+/, '$1').replaceAll(/\s+/g, ' '),
    ...sizes.map((size) => size !== '-'),
  ]);
  expect(rows).toEqual([
    ['cp311 added', false, true],
    ['cp39 removed', true, false],
    ['cp310', true, true],
  ]);
  const main = await page.getByRole('main').textContent();
  expect(main).toContain('+"new"');
  expect(main).not.toContain('"gone"');
  await expectFit(page, 'compare-wheels');
  expect(await listViolations(page)).toEqual([]);
});

test('wheels are in groups by Python, with their platforms', async () => {
  const it = { name: newProject(), version: '1.0.0' };
  const client = pypiClient(portal.url, owner.token);
  const files = [
    'cp39-cp39-win_amd64',
    'cp310-cp310-win_amd64',
    'cp310-cp310-manylinux_2_17_x86_64',
    'py3-none-any',
  ];
  for (const tags of files) {
    const file = wheel({ ...it, files: { 'probe.py': `"${tags}"\n` } });
    const filename = file.filename.replace('py3-none-any', tags);
    expect(await client.upload(it, { ...file, filename })).toEqual([200, expect.anything()]);
  }
  expect(await client.upload(it, await sdist(it))).toEqual([200, expect.anything()]);
  const page = await open(`/packages/pypi/${it.name}/1.0.0`);
  const headings = await page.getByRole('main').getByRole('heading', { level: 3 }).allTextContents();
  const ofFiles = headings.filter((heading) => /^(?:wheel|bdist_wheel|sdist|metadata)/.test(heading));
  expect(ofFiles.map((heading) => heading.replace(/^bdist_wheel/, 'wheel'))).toEqual([
    'wheel · CPython 3.9',
    'wheel · CPython 3.10',
    'wheel · Python 3',
    'sdist',
    'metadata',
  ]);
  const [tenth = ''] = ofFiles.filter((heading) => heading.endsWith('3.10'));
  expect((await rowsOf(page, tenth)).map(([file = '']) => file.split('\n')[1])).toEqual([
    'Platform: manylinux_2_17_x86_64',
    'Platform: win_amd64',
  ]);
  expect(await listViolations(page)).toEqual([]);
  await expectFit(page, 'files-of-wheels');
});

test('a gem names the platforms that its version is there for', async () => {
  const name = `probe-${randomBytes(4).toString('hex')}`;
  const client = gemsClient(portal.url, owner.token);
  for (const [version, target] of [
    ['1.0.0', 'ruby'],
    ['1.0.0', 'java'],
    ['1.0.1', 'ruby'],
  ] as const) {
    const [status, text] = await client.pushGem({ name, version, platform: target });
    expect([status, text]).toEqual([200, text]);
  }
  const page = await open(`/packages/rubygems/${name}/1.0.0-java`);
  const rows = await rowsOf(page, 'Platforms');
  expect(rows.map(([target, version]) => [target, version])).toEqual([
    ['ruby', '1.0.0'],
    ['java', '1.0.0-java'],
  ]);
  await page.getByRole('link', { name: '1.0.0', exact: true }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/packages/rubygems/${name}/1.0.0`);
  await page.goto(`/packages/rubygems/${name}/1.0.1`);
  expect(await page.getByRole('heading', { name: /^Platforms/ }).count()).toBe(0);
});

test('an index names its images by architecture, and its tag leads to it', async () => {
  const client = layerClient(portal.platform, owner);
  const mediaType = 'application/vnd.oci.image.index.v1+json';
  const manifests: object[] = [];
  for (const architecture of ['amd64', 'arm64']) {
    const pushed = await client.pushImage([], architecture, { architecture });
    const digest = pushed.headers.get('docker-content-digest') ?? '';
    const ofImage = 'application/vnd.oci.image.manifest.v1+json';
    const size = (await client.call('GET', `/v2/${client.name}/manifests/${digest}`)).bytes.length;
    manifests.push({ mediaType: ofImage, digest, size, platform: { os: 'linux', architecture } });
  }
  const index = JSON.stringify({ schemaVersion: 2, mediaType, manifests });
  const put = await client.call('PUT', `/v2/${client.name}/manifests/v1`, index, {
    'content-type': mediaType,
  });
  expect([put.status, put.bytes.toString()]).toEqual([201, put.bytes.toString()]);
  const page = await open(`/packages/oci/${encodeURIComponent(client.name)}/v1`);
  expect(decodeURIComponent(new URL(page.url()).pathname)).toContain(digestOf(Buffer.from(index)));
  const rows = await rowsOf(page, 'Platforms');
  expect(rows.map(([target]) => target)).toEqual(['linux/amd64', 'linux/arm64']);
  expect(await listViolations(page)).toEqual([]);
  await expectFit(page, 'images-of-an-index');
  const before = page.url();
  await page.getByRole('region', { name: 'Platforms' }).getByRole('link').nth(1).click();
  await page.waitForURL((url) => url.href !== before);
  expect(await page.getByRole('heading', { name: /^Platforms/ }).count()).toBe(0);
});
