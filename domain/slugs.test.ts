import { describe, expect, it } from 'vitest';
import { isReserved, personalSlugs, Slug } from './slugs.ts';

describe('slugs', () => {
  it.each([
    ['alice', ['alice', 'alice-packages', 'alice-x1']],
    ['Alice_B', ['alice_b', 'alice_b-packages', 'alice_b-x1']],
    ['Admin', ['admin-packages', 'admin-x1']],
  ])('for the first repository of %s begin with the obvious one that is allowed', (username, slugs) => {
    expect(personalSlugs(username, 'x1')).toEqual(slugs);
    for (const slug of slugs) expect(Slug.safeParse(slug).success).toBe(true);
  });

  it.each(['', '-a', 'A', 'a b', 'a/b', 'a'.repeat(65)])('are not %j', (slug) => {
    expect(Slug.safeParse(slug).success).toBe(false);
  });

  it('keep words of the platform for the platform, in any case', () => {
    expect(['admin', 'API', 'cargo', 'alice'].map(isReserved)).toEqual([true, true, true, false]);
  });
});
