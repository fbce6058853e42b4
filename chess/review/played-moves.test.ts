import { expect, test } from 'vitest';
import { startFen } from '../fen.ts';
import type { Game } from '../game.ts';
import { readPlayedMoves, reviewedGame, reviewedOpening } from './played-moves.ts';

test('coordinates become notation and positions', () => {
  const moves = readPlayedMoves(startFen, ['e2e4', 'e7e5', 'g1f3']);

  expect(moves.map(({ san }) => san)).toEqual(['e4', 'e5', 'Nf3']);
  expect(moves.at(-1)).toEqual({
    from: 'g1',
    to: 'f3',
    promotion: null,
    offersDraw: false,
    san: 'Nf3',
    fen: 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2',
  });
});

test('a pawn becomes what it was asked to', () => {
  const [move] = readPlayedMoves('8/4P3/8/8/8/8/k6K/8 w - - 0 1', ['e7e8q']);

  expect(move).toMatchObject({ promotion: 'Q', san: 'e8=Q' });
});

test.each([['e2e5'], ['hello'], ['']])('%j is no move of the game', (move) => {
  expect(() => readPlayedMoves(startFen, [move])).toThrow(/legal|move/);
});

const createdAt = new Date('2026-01-02T03:04:05Z');
const reviewed = (moves: string) => ({ gameId: 'g', startFen, moves: moves.split(' '), createdAt });
const stored = (moves: string, change: Partial<Game> = {}): Game => ({
  ...reviewedGame(reviewed(moves), null),
  tags: { White: 'Ann' },
  ...change,
});

test('a game that is as it was reviewed is taken as it is, with an end that no position shows', () => {
  const game = stored('e2e4 e7e5', { outcome: { result: 'WhiteWins', reason: 'Resignation' } });

  expect(reviewedGame(reviewed('e2e4 e7e5'), game)).toBe(game);
});

test('of a game that has gone on only the reviewed moves are shown, without its end', () => {
  const game = stored('e2e4 e7e5 g1f3', { outcome: { result: 'WhiteWins', reason: 'Resignation' } });

  const shown = reviewedGame(reviewed('e2e4 e7e5'), game);

  expect(shown.moves.map(({ san }) => san)).toEqual(['e4', 'e5']);
  expect(shown).toMatchObject({ outcome: null, endedAt: null, tags: { White: 'Ann' } });
});

test('a game that is gone ends where the rules end it', () => {
  const shown = reviewedGame(reviewed('f2f3 e7e5 g2g4 d8h4'), null);

  expect(shown).toMatchObject({ outcome: { result: 'BlackWins', reason: 'Checkmate' }, endedAt: createdAt });
});

test('moves after a draw that was not noticed are moves of the game', () => {
  const shuffle = 'g1f3 g8f6 f3g1 f6g8 ';
  const shown = reviewedGame(reviewed(`${shuffle.repeat(5)}e2e4`), null);

  expect(shown.moves).toHaveLength(21);
  expect(shown.outcome).toBeNull();
});

test('the opening is the last name that the reviewed moves came by', () => {
  const review = { gameId: 'any', startFen, createdAt };
  const moves = ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1c4', 'f8c5', 'h2h4', 'h7h5', 'a2a4'];

  expect(reviewedOpening({ ...review, moves })).toEqual({
    eco: 'C50',
    name: 'Italian Game: Giuoco Piano',
    ply: 6,
  });
  expect(
    reviewedOpening({ ...review, startFen: '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1', moves: ['e2e4'] }),
  ).toBeNull();
});
