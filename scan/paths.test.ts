import { describe, expect, test } from 'vitest';
import { archiveLimits } from './limits.ts';
import { createPathBook } from './paths.ts';

const limits = archiveLimits(2 ** 20);

describe('a path that says more than it has to', () => {
  test.each([
    ['package/./dist/index.js', 'package/dist/index.js'],
    ['./package/index.js', 'package/index.js'],
    ['././/package/index.js', 'package/index.js'],
    ['package//dist///index.js', 'package/dist/index.js'],
    ['package/.hidden/..a/b...', 'package/.hidden/..a/b...'],
  ])('%s is that of %s', (path, plain) => {
    const book = createPathBook(limits);

    expect(book.addFile(path)).toBe(plain);
    expect(() => book.addFile(plain)).toThrow('appears twice');
  });

  test.each(['./', '.', 'package//', 'package/./', './package/.'])('%s may be a directory', (path) => {
    const book = createPathBook(limits);

    book.addDirectory(path);

    expect(book.addFile('package/index.js')).toBe('package/index.js');
  });
});

test.each([
  ['./../a', 'has a relative path segment'],
  ['a/.//../../b', 'has a relative path segment'],
  ['a/%2e/%2e%2e/b', 'has a relative path segment'],
  ['//a', 'has an absolute path'],
  ['.\\..\\a', 'has a backslash in its name'],
  ['a/. /b', 'has a path segment of dots and spaces'],
  ['a/.', 'is a file with the name of a directory'],
  ['a/', 'is a file with the name of a directory'],
  ['.', 'is a file with the name of a directory'],
  ['./', 'is a file with the name of a directory'],
])('the file %s is refused', (path, why) => {
  expect(() => createPathBook(limits).addFile(path)).toThrow(why);
});
