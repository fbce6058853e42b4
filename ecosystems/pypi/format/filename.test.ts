import { expect, it } from 'vitest';
import { parseCoreMetadata, several, single } from './core-metadata.ts';
import { partsOf, readingsOf } from './filename.ts';
import { dependencyOf } from './requirement.ts';
import { isLocal } from './version.ts';

it.each([
  ['probe-1.0-py3-none-any.whl', 'probe', '1.0', 'bdist_wheel', 'py3-none-any'],
  [
    'probe_tools-1.0.0-1-cp312-cp312-manylinux_2_17_x86_64.manylinux2014_x86_64.whl',
    'probe-tools',
    '1',
    'bdist_wheel',
    'cp312-cp312-manylinux_2_17_x86_64.manylinux2014_x86_64',
  ],
  ['probe-1.0+cpu.1-py3-none-any.whl', 'probe', '1+cpu.1', 'bdist_wheel', 'py3-none-any'],
  ['probe-1.0.tar.gz', 'probe', '1', 'sdist', null],
  ['Probe.Tools-1.0rc1.tar.gz', 'probe.tools', '1.0rc1', 'sdist', null],
  ['old-name-2-1.0.zip', 'old-name-2', '1.0', 'sdist', null],
])('%s is of %s %s', (filename, name, version, packageType, tags) => {
  expect(partsOf(filename, { name, version })).toMatchObject({ packageType, tags });
  expect(readingsOf(filename)).toContainEqual(partsOf(filename, { name, version }));
});

it.each([
  ['probe-1.0.tar.gz', 'other', '1.0'],
  ['probe-1.0.tar.gz', 'probe', '1.1'],
  ['probe-1.0.exe', 'probe', '1.0'],
  ['probe-1.0-x-py3-none-any.whl', 'probe', '1.0'],
  ['probe-1.0-py3-none.whl', 'probe', '1.0'],
  ['../probe-1.0.tar.gz', 'probe', '1.0'],
  [`${'a-'.repeat(140)}1.0.tar.gz`, 'probe', '1.0'],
])('%s is no file of %s %s', (filename, name, version) => {
  expect(() => partsOf(filename, { name, version })).toThrow('is not the name of a wheel');
});

it('core metadata has fields that stand once, or several times, or over lines', () => {
  const text =
    'Name: probe\r\nClassifier: A\r\nClassifier: B\r\nLicense: MIT\r\n   and more\r\nHome-page: UNKNOWN\r\n\r\nThe README\n\nends';
  const core = parseCoreMetadata(Buffer.from(text));

  expect([single(core, 'name'), single(core, 'home-page')]).toEqual(['probe', null]);
  expect(several(core, 'classifier')).toEqual(['A', 'B']);
  expect(single(core, 'license')).toContain('and more');
  expect(core.body).toBe('The README\n\nends');
  expect(() => single(core, 'classifier')).toThrow('more than one classifier');
  expect(() => parseCoreMetadata(Buffer.from('no field'))).toThrow('a line that is no field');
});

it.each([
  ['requests (>=2.0) ; extra == "http"', 'requests', '(>=2.0)', 'optional'],
  ['a[b,c]~=1.0; python_version < "3"', 'a', '[b,c]~=1.0', 'runtime'],
  ['x @ https://example.test/x.whl', 'x', '@ https://example.test/x.whl', 'runtime'],
])('%s needs %s', (line, name, requirement, kind) => {
  expect(dependencyOf(line)).toEqual({ name, requirement, kind });
});

it.each([
  ['1.0+cpu', true],
  ['1!2.0rc1+Ubuntu-1', true],
  ['1+cpu.1', true],
  ['1.0', false],
  ['1.0.post1', false],
  ['nonsense+cpu', false],
])('%s is a local version: %s', (version, expected) => {
  expect(isLocal(version)).toBe(expected);
});
