import { expect, it } from 'vitest';
import { compareFiles, type WithFiles } from './compare-files.ts';

function side(version: string, ...filenames: string[]): WithFiles {
  const files = filenames.map((filename) => ({ filename }) as WithFiles['files'][number]);
  return { pkg: { name: 'a' }, release: { version, versionKey: version }, files };
}

const pairs = (before: WithFiles, after: WithFiles) =>
  compareFiles(before, after).map((pair) => [pair.before?.filename, pair.after?.filename]);

it('takes files for the same ones whose names differ in the version alone', () => {
  const before = side('1.0', 'left-1.0.tar.gz', 'left-1.0-cp311-macosx_11_0_arm64.whl');
  const after = side('2.0', 'left-2.0.tar.gz', 'left-2.0-cp312-macosx_11_0_arm64.whl');

  expect(pairs(before, after)).toEqual([
    ['left-1.0-cp311-macosx_11_0_arm64.whl', undefined],
    [undefined, 'left-2.0-cp312-macosx_11_0_arm64.whl'],
    ['left-1.0.tar.gz', 'left-2.0.tar.gz'],
  ]);
});

it('leaves numbers alone that only contain the version', () => {
  expect(pairs(side('1.0', 'a-1.0-win11.0'), side('2.0', 'a-2.0-win11.0'))).toEqual([
    ['a-1.0-win11.0', 'a-2.0-win11.0'],
  ]);
});

it('reads a version letter by letter', () => {
  expect(pairs(side('1.0+b', 'a-1.0+b.jar', 'a-1x0+b.jar'), side('2', 'a-2.jar'))).toEqual([
    ['a-1.0+b.jar', 'a-2.jar'],
    ['a-1x0+b.jar', undefined],
  ]);
});

it.each([
  ['A_2b.c', 'a-2b-c-1.0.zip', 'a-2b-c-2.0.zip'],
  ['@acme/v2', 'v2-1.0.tgz', 'v2-2.0.tgz'],
  ['org.acme:1-2', '1-2-1.0.jar', '1-2-2.0.jar'],
])('does not take a number in the name %s for the version', (name, before, after) => {
  const [old, now] = [before, after].map((filename, at) => ({
    ...side(`${at + 1}.0`, filename),
    pkg: { name },
    release: { version: `${at + 1}.0`, versionKey: `${at + 1}` },
  }));

  expect(old && now && pairs(old, now)).toEqual([[before, after]]);
});

it('drops none of several files of one purpose', () => {
  const files = ['a-1.0.0.zip', 'a-1.0.zip'].map((filename) => ({ filename }) as WithFiles['files'][number]);
  const before = { ...side('1.0.0'), release: { version: '1.0.0', versionKey: '1.0' }, files };

  expect(pairs(before, side('2', 'a-2.zip')).flat().filter(Boolean)).toHaveLength(3);
});
