import { expect, it } from 'vitest';
import { findSide, hashesOf, requireTurn, seatTokensOf, sideOf } from './seats.ts';

const tokens = seatTokensOf('secret', 'game');
const hashes = hashesOf(tokens);

it('makes the same tokens for the same game, and others for any other', () => {
  expect(seatTokensOf('secret', 'game')).toEqual(tokens);
  const all = [tokens, seatTokensOf('secret', 'other'), seatTokensOf('other', 'game')].flatMap(
    ({ white, black }) => [white, black],
  );
  expect(new Set(all).size).toBe(6);
});

it('finds the side of a token, and none for anything else', () => {
  expect(findSide(hashes, tokens.white)).toBe('white');
  expect(findSide(hashes, tokens.black)).toBe('black');
  expect(findSide(hashes, hashes.white)).toBeNull();
  expect(findSide(hashes, '')).toBeNull();
});

it('asks for a token where there are seats only', () => {
  expect(sideOf(null, undefined)).toBeNull();
  expect(sideOf(null, 'anything')).toBeNull();
  expect(() => sideOf(hashes, undefined)).toThrow('This game needs the token of a seat');
  expect(() => sideOf(hashes, 'anything')).toThrow('The token belongs to no seat of this game');
});

it('lets a seat move in its turn', () => {
  expect(() => requireTurn('white', 'white')).not.toThrow();
  expect(() => requireTurn(null, 'white')).not.toThrow();
  expect(() => requireTurn('black', 'white')).toThrow('It is the turn of White');
});
