import { expect, test } from 'vitest';
import type { Game } from './game.ts';
import { locales } from './locale.ts';
import { render } from './messages.ts';
import type { Outcome } from './outcome.ts';
import { startGame } from './play.ts';
import { changeMessageOf } from './change-message.ts';

const before = startGame({ id: 'game', createdAt: new Date(0) });

function said(locale: (typeof locales)[number], outcome: Outcome): string {
  const after: Game = { ...before, outcome, endedAt: new Date(1) };
  const { key, params } = changeMessageOf(before, after);
  return render(locale, key, params);
}

test.each(locales)('a draw that was agreed is told as a draw once in %s', (locale) => {
  const sentence = said(locale, { result: 'Draw', reason: 'DrawAgreement' });

  expect(sentence).toBe(render(locale, 'reason.DrawAgreement'));
});

test('every other end is told with its result', () => {
  expect(said('en', { result: 'Draw', reason: 'Stalemate' })).toBe('Stalemate: Draw');
  expect(said('en', { result: 'WhiteWins', reason: 'Resignation' })).toBe('Resignation: White wins');
  expect(said('en', { result: null, reason: 'Aborted' })).toBe('The game was aborted');
});
