import { expect, it } from 'vitest';
import { wheelTarget } from './wheel-tags.ts';

it.each([
  ['py3-none-any', 'Python 3', 'any'],
  ['py2.py3-none-any', 'Python 2, Python 3', 'any'],
  ['cp312-cp312-win_amd64', 'CPython 3.12', 'win_amd64'],
  ['cp313-cp313t-macosx_11_0_arm64', 'CPython 3.13', 'cp313t macosx_11_0_arm64'],
  [
    'cp38-abi3-manylinux_2_17_x86_64.manylinux2014_x86_64',
    'CPython 3.8+',
    'manylinux_2_17_x86_64, manylinux2014_x86_64',
  ],
  ['pp39-pypy39_pp73-win_amd64', 'PyPy 3.9', 'pypy39_pp73 win_amd64'],
  ['graalpy240-graalpy240_311_native-any', 'graalpy240', 'graalpy240_311_native any'],
])('a wheel of %s is for %s on %s', (tags, group, platform) => {
  expect(wheelTarget(tags)).toEqual({ group, platform });
});
