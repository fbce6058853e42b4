import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { secretRules } from '../../scan/secret-rules.ts';
import { complexityOf, withSmallCounts } from './check.ts';
import { findExpressions } from './find.ts';

const root = join(import.meta.dirname, '../..');

/** Files that put expressions together at run time, and all that they make. */
const dynamic: Readonly<Record<string, readonly RegExp[]>> = {
  'scan/secret-rules.ts': secretRules.map(({ pattern }) => pattern),
};

/** Expressions that may take more than linear time, each with its reason: `/source/flags`. */
const exceptions: Readonly<Record<string, string>> = {};

interface Place {
  source: string;
  flags: string;
  /** Files and lines. */
  at: string[];
}

function listSources(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  });
  return listed
    .toString()
    .split('\n')
    .filter((path) => /\.(?:ts|mjs|cjs|js)$/.test(path) && !/\.test\.ts$|^test\/|\/fixtures\//.test(path))
    .filter((path) => !path.startsWith('engine/core/'));
}

/** What only tests load is no source: suites that several implementations share. */
function isTestCode(text: string): boolean {
  return /^import .* from 'vitest';$/m.test(text);
}

function listExpressions(): { places: Place[]; undeclared: string[] } {
  const places = new Map<string, Place>();
  const undeclared: string[] = [];
  const add = ({ source, flags }: Pick<RegExp, 'source' | 'flags'>, at: string) => {
    const place = places.get(`/${source}/${flags}`) ?? { source, flags, at: [] };
    place.at.push(at);
    places.set(`/${source}/${flags}`, place);
  };
  for (const path of listSources()) {
    const text = readFileSync(join(root, path), 'utf8');
    if (isTestCode(text)) continue;
    const found = findExpressions(path, text);
    for (const { line, ...expression } of found.expressions) add(expression, `${path}:${line}`);
    if (found.dynamic.length > 0 && dynamic[path] === undefined)
      undeclared.push(`${path}:${found.dynamic.join()}`);
  }
  for (const [path, made] of Object.entries(dynamic)) for (const each of made) add(each, path);
  return { places: [...places.values()], undeclared };
}

describe('regular expressions of the sources', () => {
  const { places, undeclared } = listExpressions();

  it('are found, those that are put together from constants among them', () => {
    expect(places.length).toBeGreaterThan(200);
    expect(places.flatMap(({ at }) => at)).toContainEqual(
      expect.stringMatching(/^ecosystems\/oci\/format\/name\.ts:/),
    );
    // one that is put together otherwise has to be named above with everything it can become
    expect(undeclared).toEqual([]);
  });

  it('take linear time, whatever they are given', { timeout: 120_000 }, () => {
    const slow = places
      .map(({ source, flags, at }) => ({
        expression: `/${source}/${flags}`,
        at,
        is: complexityOf(source, flags),
      }))
      .filter(({ is, expression }) => is !== 'linear' && exceptions[expression] === undefined);

    expect(slow).toEqual([]);
  });

  it('have no exception that is not needed', () => {
    const known = new Set(places.map(({ source, flags }) => `/${source}/${flags}`));

    expect(Object.keys(exceptions).filter((expression) => !known.has(expression))).toEqual([]);
  });
});

describe('the checker', () => {
  it.each([
    [/\s*[<(].*$/s, 'a text of blanks'],
    [/\(.*\)$/, 'a text of brackets'],
    [/^(\S+) *(.*?) *$/, 'a credential with blanks inside'],
    [/^[A-Za-z0-9_]+(?:[._-][A-Za-z0-9_]+)*$/, 'a name of underscores'],
    [/\/+$/, 'slashes in front of something else'],
    [/^(?:a{1,300})*b$/, 'counts inside a repetition'],
  ])('refuses %s for %s', (expression) => {
    expect(complexityOf(expression.source, expression.flags)).toMatch(/polynomial|exponential/);
  });

  it.each([/^\w+(?:[.-]\w+)*$/, /\bcurl\b[^\n|]{0,300}\|/i, /^[a-f0-9]{64}$/])(
    'lets %s through',
    (expression) => {
      expect(complexityOf(expression.source, expression.flags)).toBe('linear');
    },
  );

  it('counts to two', () => {
    expect(withSmallCounts(String.raw`[{9}]a{3,40}\{7}b{5,}c{6}{x}`, '')).toBe(
      String.raw`[{9}]a{2,2}\{7}b{2,}c{2}{x}`,
    );
    expect(withSmallCounts(String.raw`\u{1f600}{3}`, 'u')).toBe(String.raw`\u{1f600}{2}`);
  });

  it('finds literals, and constructors of constant parts', () => {
    const text = [
      'const part = String.raw`[a-z]+`;',
      'const many = 4;',
      'export const a = new RegExp(`^${part}{${many * 2}}$`, "g");',
      'schema.regex(/b+/i);',
      'const dynamic = (name: string) => RegExp(name);',
    ];

    expect(findExpressions('x.ts', text.join('\n'))).toEqual({
      expressions: [
        { source: '^[a-z]+{8}$', flags: 'g', line: 3 },
        { source: 'b+', flags: 'i', line: 4 },
      ],
      dynamic: [5],
    });
  });
});
