import { expect, test } from 'vitest';
import { openSample } from '../../conformance-samples.ts';
import { sdistFiles, wheelFiles } from '../fixtures/distribution.ts';
import { format } from '../format.ts';

const [name, version] = ['probe', '1.0.0'];
const [wheel, sdist] = ['probe-1.0.0-py3-none-any.whl', 'probe-1.0.0.tar.gz'];

const built = '[build-system]\nrequires = []\nbuild-backend = "hatchling.build"\n';
const inTree = '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n';

async function standingOf(
  file: string,
  files: Record<string, string>,
  metadata: Record<string, unknown> = {},
) {
  const declared = { name, version, file, metadata };
  return (await format.inspect(openSample(format, { files, declared }), declared)).standings[file];
}

test.each([
  ['a source distribution with setup.py', sdist, { 'setup.py': '' }, 1],
  ['one with setup.py in other letters', sdist, { 'Setup.PY': '' }, 1],
  ['one with setup.py as some disks fold it', sdist, { 'ſetup.py': '' }, 1],
  ['one with its backend inside, in other letters', sdist, { 'PyProject.TOML': inTree }, 1],
  ['a wheel with a file for the start, in other letters', wheel, { 'probe.PTH': 'import probe\n' }, 1],
  ['one that only names what builds it', sdist, { 'pyproject.toml': built }, 0],
  ['one with a setup.py further down', sdist, { 'tests/setup.py': '' }, 0],
  ['a wheel, of which nothing is run', wheel, { 'probe/setup.py': '' }, 0],
  ['one with its backend inside', sdist, { 'pyproject.toml': inTree }, 1],
  ['one with a hook of hatch', sdist, { 'pyproject.toml': `${built}[tool.hatch.build.hooks.custom]\n` }, 1],
  [
    'one with a script of poetry',
    sdist,
    { 'pyproject.toml': `${built}[tool.poetry.build]\nscript = "build.py"\n` },
    1,
  ],
  ['one whose settings can not be read', sdist, { 'pyproject.toml': '[[[' }, 1],
  ['a wheel with a file for the start', wheel, { 'probe.pth': 'import probe\n' }, 1],
  ['a wheel with one further down', wheel, { 'probe/probe.pth': 'import probe\n' }, 0],
  ['a wheel with one in its data', wheel, { 'probe-1.0.0.data/purelib/probe.pth': 'import probe\n' }, 1],
  [
    'a wheel with one below the prefix',
    wheel,
    { 'probe-1.0.0.data/data/lib/python3.12/site-packages/probe.pth': 'import probe\n' },
    1,
  ],
  ['a wheel that customizes the site', wheel, { 'sitecustomize.py': '', 'usercustomize/__init__.py': '' }, 2],
])('of %s', async (_what, file, inside, installScripts) => {
  const distribution = { name, version, files: inside as Record<string, string> };
  const files = file === wheel ? wheelFiles(distribution) : sdistFiles(distribution);

  expect(await standingOf(file, files)).toEqual({ vouchers: [], installScripts });
});

test('of a source distribution with files beside its only folder, those are run', async () => {
  const files = { ...sdistFiles({ name, version }), 'setup.py': '', 'pyproject.toml': inTree };

  expect(await standingOf(sdist, files)).toMatchObject({ installScripts: 2 });
});

test('attestations that came with a file vouch for it', async () => {
  const provenance = { version: 1, attestation_bundles: [] };

  expect(await standingOf(wheel, wheelFiles({ name, version }), { provenance })).toMatchObject({
    vouchers: ['attestation'],
  });
});

test('of many folders with settings six are read, and each of the others counts', async () => {
  const folders = Array.from({ length: 20 }, (_, at) => [`folder-${at}/pyproject.toml`, built]);
  const files = { ...sdistFiles({ name, version }), ...Object.fromEntries(folders) };

  expect(await standingOf(sdist, files)).toMatchObject({ installScripts: 14 });
});

test.each([
  ['License: MIT', 'OSI Approved :: GNU General Public License v3 (GPLv3)', ['GPL-3.0-only']],
  [
    'License: MIT',
    'OSI Approved :: GNU Lesser General Public License v2 or later (LGPLv2+)',
    ['LGPL-2.0-or-later'],
  ],
  ['License: MIT', 'OSI Approved :: GNU Affero General Public License v3', ['AGPL-3.0-only']],
  ['License: MIT', 'OSI Approved :: MIT License', undefined],
  ['License: MIT', 'OSI Approved', undefined],
  ['License-Expression: MIT', 'OSI Approved :: Eclipse Public License 2.0 (EPL-2.0)', ['EPL-2.0']],
  ['Summary: none', 'OSI Approved :: BSD License', ['BSD License']],
])('with %s a file declares the classifier %s as well', async (header, classifier, licenses) => {
  const headers = `${header}\nClassifier: Programming Language :: Python\nClassifier: License :: ${classifier}\n`;

  const standing = await standingOf(wheel, wheelFiles({ name, version, headers }));

  expect(standing?.licenses).toEqual(licenses);
});
