import { expect, it } from 'vitest';
import { languageOf } from '../../language.ts';
import { tablebaseVerdict } from './verdict.ts';

const { t } = languageOf('en');

function verdict(side: 'w' | 'b', tablebase: { isKnown: boolean; wdl: number | null; dtz: number | null }) {
  return tablebaseVerdict({ t }, { fen: `8/8/8/8/8/2k5/8/K6Q ${side} - - 0 1`, ...tablebase });
}

it.each([
  ['w', 2, 7, 'White wins, next capture or pawn move within 7 half-moves'],
  ['b', 2, 7, 'Black wins, next capture or pawn move within 7 half-moves'],
  ['b', -2, -4, 'White wins, next capture or pawn move within 4 half-moves'],
  ['w', 0, 0, 'Draw'],
  ['w', 1, 110, 'A draw by the fifty-move rule; without it White would win'],
  ['w', -1, -110, 'A draw by the fifty-move rule; without it Black would win'],
] as const)('with %s to move, %i means who wins', (side, wdl, dtz, expected) => {
  expect(verdict(side, { isKnown: true, wdl, dtz })).toBe(expected);
});

it('says what the tables do not know', () => {
  expect(verdict('w', { isKnown: false, wdl: null, dtz: null })).toBe('not in the tablebases');
});
