import { expect, it } from 'vitest';
import { startFen } from '../../../chess/fen.ts';
import { addressesFrom, readPlace } from './place.ts';

const placeOf = (query: Record<string, string>) => readPlace({ query: new URLSearchParams(query) });

it('begins with the start of a game', () => {
  expect(placeOf({})).toMatchObject({ fen: startFen, problem: null, lines: 3, searchMs: 0 });
  expect(addressesFrom(placeOf({}))({})).toBe('/chess/analysis');
});

it('keeps the place in addresses, but no search', () => {
  const fen = '8/8/8/8/8/2k5/8/K6Q w - - 0 1';
  const address = addressesFrom(placeOf({ fen, lines: '5', flip: '1', analyse: '1000' }));
  expect(address({})).toBe('/chess/analysis?fen=8%2F8%2F8%2F8%2F8%2F2k5%2F8%2FK6Q+w+-+-+0+1&lines=5&flip=1');
});

it('draws what can be drawn of an impossible position', () => {
  const { fen, problem } = placeOf({ fen: '8/8/8/8/8/8/8/K7 b - - 0 1' });
  expect(fen).toBe('8/8/8/8/8/8/8/K7 b - - 0 1');
  expect(problem?.code).toBe('invalid_fen');
  expect(placeOf({ fen: 'nonsense' })).toMatchObject({ fen: '8/8/8/8/8/8/8/8 w - - 0 1', text: 'nonsense' });
});

it.each([
  ['0', 3],
  ['x', 3],
  ['2', 2],
  ['99', 5],
])('%s lines are %i', (lines, expected) => {
  expect(placeOf({ lines }).lines).toBe(expected);
});
