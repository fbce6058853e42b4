import { describe, expect, test } from 'vitest';
import { assertPath, findCollision } from './path.ts';

describe('a path of a file', () => {
  test.each([
    'probe',
    'linux/x86_64/probe-1.0.tar.gz',
    '.hidden',
    'a b (1).txt',
    'größe.txt',
    '中文/文件.zip',
    'a+b=c,d;e@f~g!h#i&j$k',
    'sub/SHA256SUMS',
    'x'.repeat(200),
    Array.from({ length: 10 }, () => 'a').join('/'),
  ])('%j is taken', (path) => {
    expect(() => assertPath(path)).not.toThrow();
  });

  test.each([
    ['nothing', ''],
    ['a leading slash', '/etc/passwd'],
    ['a trailing slash', 'a/'],
    ['an empty segment', 'a//b'],
    ['the folder above', '../a'],
    ['the folder above inside', 'a/../../b'],
    ['the folder itself', 'a/./b'],
    ['dots alone', 'a/.../b'],
    ['an escaped folder above', '%2e%2e/a'],
    ['an escape', 'a%00'],
    ['a backslash', String.raw`..\a`],
    ['a drive', 'C:/a'],
    ['a stream of a file', 'a.txt::$DATA'],
    ['a wildcard', 'a*'],
    ['a zero byte', 'a\0b'],
    ['a line break', 'a\nb'],
    ['DEL', 'a\x7f'],
    ['a line separator', 'a\u2028b'],
    ['text that turns round', 'a\u202egpj.exe'],
    ['an invisible joiner', 'a\u200db'],
    ['half of a character', 'a\ud800'],
    ['a private character', 'a\ue000'],
    ['letters taken apart', 'gro\u0308\u00dfe'],
    ['a blank at the end', 'a /b'],
    ['a blank at the beginning', ' a'],
    ['a dot at the end', 'a./b'],
    ['a long segment', 'x'.repeat(201)],
    ['a long segment in bytes', 'é'.repeat(101)],
    ['many segments', Array.from({ length: 11 }, () => 'a').join('/')],
    ['a million bytes', 'a/'.repeat(500_000)],
    ['the file of checksums', 'SHA256SUMS'],
    ['the file of checksums in another case', 'sha256sums'],
  ])('%s is refused', (_title, path) => {
    expect(() => assertPath(path)).toThrow(expect.objectContaining({ code: 'bad_request' }));
  });
});

describe('paths in one folder', () => {
  test.each([
    [['a', 'b', 'a.b', 'c/d', 'c/e'], undefined],
    [['a', 'a'], undefined],
    [
      ['a', 'A'],
      ['a', 'A'],
    ],
    [
      ['x', 'dir/File', 'DIR/file'],
      ['dir/File', 'DIR/file'],
    ],
    [
      ['a/b/c', 'a'],
      ['a', 'a/b/c'],
    ],
    [
      ['A/b', 'a'],
      ['a', 'A/b'],
    ],
    [
      ['\ufb01le', 'file'],
      ['\ufb01le', 'file'],
    ],
  ] as const)('%j collide in %j', (paths, expected) => {
    expect(findCollision(paths)).toEqual(expected);
  });

  test('of many are compared in one pass', () => {
    const paths = Array.from({ length: 100_000 }, (_, index) => `a/b/c/${index}`);

    expect(findCollision(paths)).toBeUndefined();
  });
});
