import { expect, it } from 'vitest';
import { languageOf } from './language.ts';

const now = new Date('2026-01-01T00:00:00Z');
const after = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const day = 86_400;

it('says how long ago in units that are over, and how long until in the nearest ones', () => {
  const { ago } = languageOf('en');

  expect(ago(after(-119), now)).toBe('1 minute ago');
  expect(ago(after(-2 * day), now)).toBe('2 days ago');
  // a token of 90 days, a moment after it was made
  expect(ago(after(90 * day - 1), now)).toBe('in 3 months');
  expect(ago(after(14 * day - 1), now)).toBe('in 14 days');
});
