import { expect, test } from 'vitest';
import { wholeDocuments } from '../../render-documents.ts';
import { releaseOf, renderInput } from '../fixtures/release.ts';
import { nuget } from '../index.ts';
import { latest } from './listing.ts';

const rich = `<title>The Probe</title><license type="file">L.txt</license><icon>i.png</icon><readme>r.md</readme>
  <projectUrl>https://example.com/</projectUrl><tags>a b</tags>
  <dependencies><group targetFramework="net8.0"><dependency id="Rand" version="2.0.0"/></group>
  <group targetFramework="net472"/></dependencies>`;

const oldest = await releaseOf({ id: 'Probe', version: '1.0.0' }, { isYanked: true });
const middle = await releaseOf(
  {
    id: 'Probe',
    version: '1.1',
    files: [
      { path: 'L.txt', body: 'Free' },
      { path: 'i.png', body: Buffer.from('ffd8ff00', 'hex') },
      { path: 'r.md', body: '# Probe' },
    ],
    nuspec: { metadata: rich, attributes: 'minClientVersion="5.0"' },
  },
  { isDeprecated: true, deprecationMessage: 'use Next' },
);
const newest = await releaseOf({ id: 'PROBE', version: '2.0.0-Beta.1+x' });
const all = [newest, oldest, middle];

function rendered(path: string, releases = all): unknown {
  const found = wholeDocuments(nuget, renderInput('Probe', releases)).find(
    (document) => document.path === path,
  );
  return found && JSON.parse(Buffer.from(found.body).toString());
}

test('the registration index of every version, oldest first, in one page', async () => {
  const index = JSON.stringify(rendered('v3/registration/probe/index.json'), null, 2);

  await expect(`${index}\n`).toMatchFileSnapshot('../fixtures/registration-index.golden');
});

test('the leaf of one version on a mount of its own', async () => {
  const leaf = JSON.stringify(rendered('r/team/v3/registration/probe/1.1.0.json'), null, 2);

  await expect(`${leaf}\n`).toMatchFileSnapshot('../fixtures/registration-leaf.golden');
});

test('the version list has canonical versions, unlisted ones included', () => {
  expect(rendered('v3-flatcontainer/probe/index.json')).toEqual({
    versions: ['1.0.0', '1.1.0', '2.0.0-beta.1'],
  });
});

test('the older hive leaves out what only newer clients read, and points to itself', () => {
  const index = JSON.stringify(rendered('v3/registration-semver1/probe/index.json'));

  expect(index).not.toContain('beta');
  expect(index).toContain('"upper":"1.1.0"');
  expect(index).not.toContain('/v3/registration/');
  expect(rendered('v3/registration-semver1/probe/2.0.0-beta.1.json')).toBeUndefined();
});

test('the older hive is not there when nothing remains for it', () => {
  expect(rendered('v3/registration-semver1/probe/index.json', [newest])).toBeUndefined();
  expect(rendered('v3/registration/probe/index.json', [newest])).toBeDefined();
});

test('a package without readable releases has no documents', () => {
  expect(wholeDocuments(nuget, renderInput('Probe', []))).toEqual([]);
});

test('the order of publishing does not change a byte', () => {
  const forwards = wholeDocuments(nuget, renderInput('Probe', all));

  expect(wholeDocuments(nuget, renderInput('Probe', all.toReversed()))).toEqual(forwards);
});

test('every address in a document stays on its own mount', () => {
  const team = wholeDocuments(nuget, renderInput('Probe', all)).filter(({ path }) =>
    path.startsWith('r/team/'),
  );

  const addresses = team.flatMap(
    ({ body }) =>
      Buffer.from(body)
        .toString()
        .match(/https:\/\/registry[^"]+/g) ?? [],
  );
  expect(addresses.length).toBeGreaterThan(0);
  expect(addresses.filter((url) => !url.startsWith('https://registry.example.com/nuget/r/team/'))).toEqual(
    [],
  );
});

test.each([
  ['the highest stable listed version', [oldest, middle, newest], '1.1'],
  ['a pre-release when nothing else is listed', [oldest, newest], '2.0.0-Beta.1+x'],
  ['nothing when all are unlisted', [oldest], null],
])('latest is %s', (_title, releases, expected) => {
  expect(latest(releases)).toBe(expected);
});
