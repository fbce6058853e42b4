import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join, matchesGlob } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
const known = new Set(files.flatMap((file) => [file, ...foldersOf(file)]));
const names = new Set(files.map((file) => basename(file)));
const folders = new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0]));

describe('missingPaths', () => {
  it('finds files and folders that are not there, and takes nothing else for a path', () => {
    const text = [
      '`docs/SECURITY.md`, `docs/`, `services/{files,releases}/`, `docs/*.md`, `tools/**/circles.ts`, `circles.ts`',
      '`docs/NONE.md`, `nowhere/`, `services/{files,nothing}/`, `docs/*.toml`, `no-such-file.ts`',
      '`abc1234:docs/NONE.md`, `/docs/none`, `test/clients/<name>/`, `npm start`, `@acme/probe`',
    ].join('\n');

    expect(missingPaths(text)).toEqual([
      'docs/NONE.md',
      'services/nothing/',
      'docs/*.toml',
      'no-such-file.ts',
    ]);
  });
});

describe('the documents', () => {
  it.each(files.filter((file) => file.endsWith('.md')))('%s names files and folders that exist', (file) => {
    expect(missingPaths(readFileSync(join(root, file), 'utf8'))).toEqual([]);
  });
});

/**
 * Missing files among the paths in backticks: paths from the root, with `*` and `{a,b}` as in a shell, and bare names
 * of sources. Paths of an earlier commit (`commit:path`) and placeholders (`<name>`) are ignored.
 */
function missingPaths(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\s<>]+)`/g)].map(([, word = '']) => word);
  return quoted
    .filter(isPath)
    .flatMap(spelledOut)
    .filter((path) => !exists(path));
}

function isPath(word: string): boolean {
  const [first = ''] = word.split('/', 1);
  return word === first ? /^[a-z][\w.-]*\.m?ts$/.test(word) : folders.has(first);
}

function exists(path: string): boolean {
  const plain = path.replace(/\/$/, '');
  if (!plain.includes('/') && names.has(plain)) return true;
  if (!plain.includes('*')) return known.has(plain);
  return [...known].some((each) => matchesGlob(each, plain));
}

/** `a/{b,c}/d` means `a/b/d` and `a/c/d`. */
function spelledOut(path: string): string[] {
  const braces = /^([^{]*)\{([^}]*)\}(.*)$/.exec(path);
  if (!braces) return [path];
  const [, before = '', choices = '', after = ''] = braces;
  return choices.split(',').flatMap((choice) => spelledOut(`${before}${choice}${after}`));
}

function foldersOf(file: string): string[] {
  const folder = dirname(file);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}
