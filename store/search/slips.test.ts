import { expect, it } from 'vitest';
import { oneSlipFrom } from './slips.ts';

it.each(['reqwest', 'rewest', 'reqwset', 'reqwesst', 'r3qwest', 'eqwest', 'reqwestt'])(
  'serde is none of the names that %s is one slip away from, and reqwest is one, unless it is the text',
  (typed) => {
    const meant = oneSlipFrom(typed);

    expect(meant.includes('reqwest')).toBe(typed !== 'reqwest');
    expect(meant).not.toContain('serde');
    expect(meant).not.toContain(typed);
  },
);

it('two slips are too many, and so is one in a short word', () => {
  expect(oneSlipFrom('rqwset')).not.toContain('reqwest');
  expect(oneSlipFrom('abc')).toEqual([]);
  expect(oneSlipFrom('a'.repeat(33))).toEqual([]);
});

it('are few enough for one query', () => {
  expect(oneSlipFrom('abcdefghijklmnopqrstuvwxyz012345').length).toBeLessThan(2_600);
});
