import { expect, test } from 'vitest';
import { archiveOf } from '../../archive-of-files.ts';
import { countBundledScripts, countInstallScripts } from './scripts.ts';

const bundled = 'package/node_modules/other';
const manifestOf = (scripts: object) => JSON.stringify({ name: 'other', version: '1.0.0', scripts });

test.each<[string, Record<string, string>, number]>([
  ['nothing', { 'package/package.json': manifestOf({ install: 'x' }) }, 0],
  ['a script', { [`${bundled}/package.json`]: manifestOf({ postinstall: 'x' }) }, 1],
  ['a script of tests', { [`${bundled}/package.json`]: manifestOf({ test: 'x' }) }, 0],
  ['native bindings', { [`${bundled}/package.json`]: '{}', [`${bundled}/binding.gyp`]: '{}' }, 1],
  [
    'native bindings, in other letters',
    { [`${bundled}/package.json`]: '{}', [`${bundled}/Binding.GYP`]: '{}' },
    1,
  ],
  ['a folder in other letters', { 'package/Node_Modules/a/package.json': manifestOf({ install: 'x' }) }, 1],
  ['a manifest in other letters', { [`${bundled}/Package.json`]: manifestOf({ postinstall: 'x' }) }, 1],
  [
    'one in a scope, deeper',
    { [`${bundled}/node_modules/@a/b/package.json`]: manifestOf({ install: 'x' }) },
    1,
  ],
  ['a manifest that can not be read', { [`${bundled}/package.json`]: '{' }, 1],
  [
    'too many',
    Object.fromEntries(Array.from({ length: 23 }, (_, at) => [`${bundled}${at}/package.json`, '{}'])),
    3,
  ],
])('packages inside the tarball with %s run %s', async (_what, files, count) => {
  const archive = archiveOf(new Map(Object.entries(files).map(([path, body]) => [path, Buffer.from(body)])));

  expect(await countBundledScripts(archive, 1_000)).toBe(count);
});

test.each(['binding.gyp', 'Binding.gyp', 'BINDING.GYP'])('%s is built at installation', (path) => {
  expect(countInstallScripts({}, [path])).toBe(1);
  expect(countInstallScripts({}, [`src/${path}`])).toBe(0);
});
