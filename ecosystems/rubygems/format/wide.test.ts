import { expect, test } from 'vitest';
import { releaseOf, samplePackage } from '../fixtures/samples.ts';
import { widePaths, wideDocuments } from './wide.ts';

const [first, second] = ['a'.repeat(32), 'b'.repeat(32)];

/** The entry for a change of a gem with these versions after earlier entries; a version with `!` is yanked. */
function entryOf(path: string, texts: readonly string[], before: readonly string[], digest: string) {
  const releases = texts.map((text) => ({
    ...releaseOf(text.replace('!', '')),
    isYanked: text.endsWith('!'),
  }));
  const wide = wideDocuments.find((document) => document.path === path);
  const written = wide?.entry({
    package: samplePackage,
    releases,
    featured: new Map(),
    tags: new Map(),
    mounts: [],
    baseUrl: 'https://registry.test',
    now: new Date(0),
    etags: new Map([['info/probe', `"${digest}"`]]),
    before: before.map((line) => Buffer.from(line)),
  });
  return written ? Buffer.from(written).toString() : null;
}

test.each([
  ['the first version', ['1.0'], [], `probe 1.0 ${first}\n`],
  ['one more', ['1.0', '1.1-java'], [`probe 1.0 ${second}\n`], `probe 1.1-java ${first}\n`],
  ['a yank', ['1.0!', '1.1'], [`probe 1.0,1.1 ${second}\n`], `probe -1.0 ${first}\n`],
  ['a yank undone', ['1.0'], [`probe 1.0 ${second}\n`, `probe -1.0 ${second}\n`], `probe 1.0 ${first}\n`],
  ['a version that is gone', ['1.1'], [`probe 1.0,1.1 ${second}\n`], `probe -1.0 ${first}\n`],
  ['the same with another index', ['1.0'], [`probe 1.0 ${second}\n`], `probe -1.0,1.0 ${first}\n`],
  ['nothing', ['1.0'], [`probe 1.0 ${first}\n`], null],
  ['only yanked versions', ['1.0!'], [], null],
])('the line of %s', (_what, versions, before, line) => {
  expect(entryOf(widePaths.versions, versions, before, first)).toBe(line);
});

test('made anew, a gem has one line with its versions and its last digest, and none without versions', () => {
  const versions = wideDocuments.find(({ path }) => path === widePaths.versions);
  const lines = [`probe 1.0 ${first}\n`, `probe 1.1 ${first}\n`, `probe -1.0 ${second}\n`];
  const compacted = (all: readonly string[]) => versions?.compact(all.map((line) => Buffer.from(line)));

  expect(Buffer.from(compacted(lines) ?? []).toString()).toBe(`probe 1.1 ${second}\n`);
  expect(compacted([...lines, `probe -1.1 ${first}\n`])).toBeNull();
});

test('a gem without versions is gone from the names', () => {
  expect(entryOf(widePaths.names, ['1.0'], [], first)).toBe('probe\n');
  expect(entryOf(widePaths.names, ['1.0!'], ['probe\n'], first)).toBe('');
  expect(entryOf(widePaths.names, ['1.0!'], [], first)).toBeNull();
});
