import { expect, it } from 'vitest';
import { languageOf } from '../../language.ts';
import { eventOf, gameTitle, playersOf } from './heading.ts';

const english = languageOf('en');
const importedAt = new Date('2026-11-28T17:27:00Z');

it('names players with their ratings, where they are numbers', () => {
  const tags = { White: 'Ada', Black: 'Ben', WhiteElo: '2785', BlackElo: '?' };
  expect(playersOf(english, { tags })).toBe('Ada (2785) – Ben');
  expect(playersOf(english, { tags: { White: '?', Black: '', WhiteElo: '2785' } })).toBeUndefined();
});

it('dates a game by its file, and one without a date by its beginning here', () => {
  const title = (tags: Record<string, string>) => gameTitle(english, { tags }, importedAt);
  expect(title({ Date: '1992.11.04' })).toBe('Game of Nov 4, 1992');
  expect(title({ Date: '1992.11.??' })).toBe('Game of 1992.11');
  expect(title({ Date: '????.??.??' })).toBe('Game of Nov 28, 2026, 5:27 PM UTC');
});

it('shows event and day, as far as they are known', () => {
  expect(eventOf(english, { tags: { Event: 'F/S Return Match', Date: '1992.11.04' } })).toBe(
    'F/S Return Match, Nov 4, 1992',
  );
  expect(eventOf(english, { tags: { Event: 'Casual', Date: '1992.13.41' } })).toBe('Casual, 1992.13.41');
  expect(eventOf(english, { tags: { Event: '?', Date: '????.??.??' } })).toBeUndefined();
});
