import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findCircles, readGraph } from './circles.ts';

const root = join(import.meta.dirname, '../..');

function listSources(): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts'], { cwd: root });
  return listed
    .toString()
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(root, file)));
}

describe('findCircles', () => {
  it('finds files that reach each other, and one that imports itself', () => {
    const graph = new Map([
      ['a', ['b', 'd']],
      ['b', ['c']],
      ['c', ['a', 'd']],
      ['d', []],
      ['e', ['e']],
    ]);

    expect(findCircles(graph)).toEqual([['a', 'b', 'c'], ['e']]);
  });

  it('finds nothing where everything goes one way, however long the way is', () => {
    const files = Array.from({ length: 50_000 }, (_, index) => String(index));
    const graph = new Map(files.map((file, index) => [file, files.slice(index + 1, index + 2)]));

    expect(findCircles(graph)).toEqual([]);
  });
});

describe('the sources', () => {
  const graph = readGraph(root, listSources());

  it('are read: types count as well', () => {
    expect(graph.get('tools/imports/circles.test.ts')).toEqual(['tools/imports/circles.ts']);
    expect(graph.get('services/index.ts')).toContain('services/platform.ts');
  });

  it('import each other in no circle, not even for types', () => {
    expect(findCircles(graph)).toEqual([]);
  });
});
