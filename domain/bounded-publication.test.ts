import { describe, expect, it } from 'vitest';
import { boundFacets, boundFields, boundPublication } from './bounded-publication.ts';
import { publicationLimits, searchLimits } from './limits.ts';
import type { Publication } from './publication.ts';

const small: Publication = {
  name: 'probe',
  version: '1.0.0',
  description: 'About it',
  readme: '# Probe',
  license: 'MIT',
  homepage: 'https://a.test/',
  repositoryUrl: null,
  keywords: ['a', 'b'],
  isPrerelease: false,
  dependencies: [{ name: 'other', requirement: '^1', kind: 'runtime' }],
  metadata: { a: 1 },
};

describe('what is kept of a release', () => {
  it('is all of an ordinary one', () => {
    expect(boundPublication(small)).toEqual(small);
  });

  it('is cut where people read it', () => {
    const long = 'x'.repeat(2_000_000);
    const bounded = boundPublication({
      ...small,
      description: long,
      readme: long,
      license: long,
      homepage: `https://a.test/${long}`,
      keywords: Array.from({ length: 1_000 }, () => long),
    });

    expect(bounded.description).toHaveLength(publicationLimits.description.characters);
    expect(bounded.readme).toHaveLength(publicationLimits.readme.characters);
    expect(bounded.license).toHaveLength(publicationLimits.license.characters);
    expect(bounded.homepage).toBeNull();
    expect(bounded.keywords).toHaveLength(publicationLimits.keyword.count);
    expect(bounded.keywords[0]).toHaveLength(publicationLimits.keyword.characters);
  });

  it('never ends within a character', () => {
    const { characters } = publicationLimits.license;
    const { license } = boundPublication({ ...small, license: `${'x'.repeat(characters - 1)}\u{1f600}` });

    expect(license).toBe('x'.repeat(characters - 1));
  });

  it.each<[string, Partial<Publication>]>([
    [
      'dependencies',
      { dependencies: Array.from({ length: 5_001 }, () => ({ name: 'a', requirement: '*', kind: 'dev' })) },
    ],
    ['a range', { dependencies: [{ name: 'a', requirement: '^1 || '.repeat(1_000), kind: 'runtime' }] }],
    ['metadata', { metadata: { text: 'x'.repeat(publicationLimits.metadata.bytes) } }],
  ])('is refused for too many or too long %s', (_what, part) => {
    expect(() => boundPublication({ ...small, ...part })).toThrow(
      expect.objectContaining({ code: 'invalid_archive' }),
    );
  });
});

it('what a search can be narrowed by is cut as well', () => {
  const fields = boundFields({ author: [' '.repeat(1_000_000), 'ann'] });
  const { count, characters } = searchLimits.facets;

  expect(fields['author']?.map(({ length }) => length)).toEqual([searchLimits.values.characters, 3]);
  expect(boundFacets(Array.from({ length: 2 * count }, () => 'x'.repeat(2 * characters)))).toEqual(
    Array.from({ length: count }, () => 'x'.repeat(characters)),
  );
});
