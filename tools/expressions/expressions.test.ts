import { describe, expect, it } from 'vitest';
import { complexityOf, withSmallCounts } from './check.ts';
import { findExpressions } from './find.ts';
import { exceptions, listExpressions } from './in-sources.ts';

describe('regular expressions of the sources', () => {
  const { places, undeclared } = listExpressions();

  it('are found, those that are put together from constants among them', () => {
    expect(places.length).toBeGreaterThan(200);
    expect(places.flatMap(({ at }) => at)).toContainEqual(
      expect.stringMatching(/^ecosystems\/oci\/format\/name\.ts:/),
    );
    // an expression that is built at run time must be listed above with all its forms
    expect(undeclared).toEqual([]);
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
