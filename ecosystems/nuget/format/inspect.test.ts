import { expect, test } from 'vitest';
import { openNupkg } from '../fixtures/archive.ts';
import { buildNupkg, buildNuspec, type NupkgInput } from '../fixtures/nupkg.ts';
import { inspect } from './inspect.ts';
import { NugetMetadata } from './metadata.ts';

const png = Buffer.from('89504e470d0a1a0a00', 'hex');

async function inspected(input: NupkgInput, declared = { name: input.id, version: input.version }) {
  return inspect(await openNupkg(buildNupkg(input)), { ...declared, metadata: {} });
}

function probe(metadata: string, files: NonNullable<NupkgInput['files']> = []) {
  return inspected({ id: 'Probe', version: '1.0.0', files, nuspec: { metadata } });
}

test('a package becomes a publication and its manifest is kept byte for byte', async () => {
  const metadata = `<projectUrl>https://example.com/</projectUrl><license type="expression">MIT</license>
    <tags>a b</tags><repository type="git" url="https://example.com/r"/>
    <dependencies><group targetFramework="net8.0"><dependency id="Rand" version="2.0"/></group>
    <group targetFramework="net9.0"><dependency id="rand" version="2.0"/></group></dependencies>`;

  const { publication, extracts } = await probe(metadata);

  expect(publication).toMatchObject({
    name: 'Probe',
    version: '1.0.0',
    description: 'Package Probe',
    readme: null,
    license: 'MIT',
    homepage: 'https://example.com/',
    repositoryUrl: 'https://example.com/r',
    keywords: ['a', 'b'],
    isPrerelease: false,
    dependencies: [{ name: 'rand', requirement: '[2.0.0, )', kind: 'runtime' }],
  });
  expect(NugetMetadata.parse(publication.metadata)).toEqual(publication.metadata);
  expect(extracts).toEqual([
    {
      kind: 'metadata',
      filename: 'probe.nuspec',
      contentType: 'application/xml',
      body: Buffer.from(buildNuspec({ id: 'Probe', version: '1.0.0', metadata })),
    },
  ]);
});

test('embedded files are extracted under fixed names and safe types', async () => {
  const { publication, extracts } = await probe(
    '<readme>docs\\Read Me.md</readme><icon>./icon.png</icon><license type="file">LICENSE.txt</license>',
    [
      { path: 'docs/Read%20Me.md', body: '# Probe <script>' },
      { path: 'icon.png', body: png },
      { path: 'license.txt', body: 'Free' },
    ],
  );

  expect(extracts.map(({ filename, contentType }) => [filename, contentType])).toEqual([
    ['probe.nuspec', 'application/xml'],
    ['readme', 'text/markdown; charset=utf-8'],
    ['icon', 'image/png'],
    ['license', 'text/plain; charset=utf-8'],
  ]);
  expect(publication.readme).toBe('# Probe <script>');
  expect(publication.metadata).toMatchObject({ has_readme: true, has_icon: true, has_license: true });
});

test('a picture that is none is left out', async () => {
  const { publication, extracts } = await probe('<icon>icon.png</icon>', [
    { path: 'icon.png', body: '<svg onload="x"/>' },
  ]);

  expect(extracts).toHaveLength(1);
  expect(publication.metadata).toMatchObject({ has_icon: false });
});

test('a signature is seen', async () => {
  const { publication } = await probe('', [{ path: '.signature.p7s', body: 'x', isStored: true }]);

  expect(publication.metadata).toMatchObject({ is_signed: true });
});

test.each([
  ['1.0.0', '', false],
  ['1.0.0-beta.1', '', true],
  ['1.0.0+x', '', true],
  ['1.0.0', '<dependencies><dependency id="A" version="1.0.0-rc.1"/></dependencies>', true],
])('%s with %j needs SemVer 2: %s', async (version, metadata, expected) => {
  const { publication } = await inspected({ id: 'Probe', version, nuspec: { metadata } });

  expect(publication.metadata).toMatchObject({ is_semver2: expected });
});

test('another spelling of the declared name and version is the same package', async () => {
  const { publication } = await inspected(
    { id: 'Probe', version: '1.0-RC' },
    { name: 'probe', version: '1.0.0-rc' },
  );

  expect(publication).toMatchObject({ name: 'Probe', version: '1.0-RC', isPrerelease: true });
});

test('the longest texts are cut, so that an index stays small', async () => {
  const { publication } = await probe(`<description>${'x'.repeat(5000)}</description>`);

  expect(NugetMetadata.parse(publication.metadata).description).toHaveLength(4000);
});

test.each([
  ['another id', { id: 'Probe', version: '1.0.0' }, { name: 'Other', version: '1.0.0' }, 'manifest_mismatch'],
  [
    'another version',
    { id: 'Probe', version: '1.0.0' },
    { name: 'Probe', version: '1.0.1' },
    'manifest_mismatch',
  ],
  ['a bad id', { id: 'Pro be', version: '1.0.0' }, { name: 'Probe', version: '1.0.0' }, 'invalid_name'],
  ['a bad version', { id: 'Probe', version: 'one' }, { name: 'Probe', version: '1.0.0' }, 'invalid_version'],
  [
    'a missing readme',
    { id: 'Probe', version: '1.0.0', nuspec: { metadata: '<readme>README.md</readme>' } },
    { name: 'Probe', version: '1.0.0' },
    'invalid_archive',
  ],
  [
    'a huge licence',
    {
      id: 'Probe',
      version: '1.0.0',
      files: [{ path: 'L', body: 'x'.repeat(1024 * 1024 + 1) }],
      nuspec: { metadata: '<license type="file">L</license>' },
    },
    { name: 'Probe', version: '1.0.0' },
    'invalid_archive',
  ],
  [
    'two manifests',
    { id: 'Probe', version: '1.0.0', files: [{ path: 'Other.NUSPEC', body: 'x' }] },
    { name: 'Probe', version: '1.0.0' },
    'invalid_archive',
  ],
])('a package with %s is refused', async (_title, input, declared, code) => {
  await expect(inspected(input, declared)).rejects.toMatchObject({ code });
});

const groupOf = (framework: string, count: number) =>
  `<group targetFramework="${framework}">${Array.from(
    { length: count },
    (_, index) => `<dependency id="D${index}" version="1.0"/>`,
  ).join('')}</group>`;

test('a package with 2,000 dependencies over all groups is taken, with one more it is refused', async () => {
  const withLast = (count: number) =>
    `<dependencies>${groupOf('net8.0', 1_000)}${groupOf('net9.0', count)}</dependencies>`;

  await expect(probe(withLast(1_000))).resolves.toBeDefined();
  await expect(probe(withLast(1_001))).rejects.toMatchObject({
    code: 'invalid_archive',
    message: 'a package has at most 2000 dependencies',
  });
});

test.each([
  [
    '<license type="expression">MIT</license><licenseUrl>https://licenses.nuget.org/MIT</licenseUrl>',
    undefined,
  ],
  ['<licenseUrl>https://licenses.nuget.org/GPL-3.0-only%20OR%20MIT</licenseUrl>', ['GPL-3.0-only OR MIT']],
  ['<licenseUrl>https://example.com/MIT</licenseUrl>', undefined],
])('the license in an address is one that is declared: %s', async (metadata, licenses) => {
  expect((await probe(metadata)).standing.licenses).toEqual(licenses);
});
