import { expect, it } from 'vitest';
import { printDenied, readDenied } from './denied.ts';

it('reads what it has written', () => {
  const packages = [
    { ecosystem: 'npm', name: '@acme/left' },
    { ecosystem: 'maven', name: 'org.acme:left', versions: ['1.0', '1.0-rc1'] },
    { ecosystem: 'oci', name: 'acme/left', reason: 'use #2 instead' },
    { ecosystem: 'pypi', name: 'left', versions: ['1.0+cpu'], reason: 'broken' },
  ];
  expect(printDenied(packages).split('\n')).toEqual([
    'npm @acme/left',
    'maven org.acme:left 1.0,1.0-rc1',
    'oci acme/left # use #2 instead',
    'pypi left 1.0+cpu # broken',
  ]);
  expect(readDenied(printDenied(packages).split('\n'))).toEqual(packages);
});

it('takes what people write, and says which line has no name', () => {
  expect(readDenied(['npm   left  1.0, 1.1 #why'])).toEqual([
    { ecosystem: 'npm', name: 'left', versions: ['1.0', '1.1'], reason: 'why' },
  ]);
  expect(readDenied(['npm left #'])).toEqual([{ ecosystem: 'npm', name: 'left' }]);
  expect(() => readDenied(['npm left', 'npm # left'])).toThrow('line 2');
});
