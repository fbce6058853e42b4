import { Chess } from 'chess.js';
import { describe, expect, test } from 'vitest';
import { startFen } from '../fen.ts';
import { replayMoves } from '../replay-moves.ts';
import { parseCoordinates } from '../move.ts';
import { openingAt, openingLines, openingOf } from './openings.ts';
import { readLines } from './read-lines.ts';

/** The start and the position after each move, by an independent program. */
function fensOf(moves: readonly string[]): string[] {
  const game = new Chess();
  return [
    game.fen(),
    ...moves.map((san) => {
      game.move(san, { strict: true });
      return game.fen();
    }),
  ];
}

describe('the table of openings', () => {
  test('has moves that can be played, in the spelling of the standard', () => {
    for (const { moves, position } of openingLines)
      expect(fensOf(moves).at(-1)).toMatch(new RegExp(`^${position} `));
  });

  test('gives no position two names', () => {
    const names = new Map<string, string[]>();
    for (const { position, eco, name } of openingLines)
      names.set(position, [...(names.get(position) ?? []), `${eco} ${name}`]);

    expect([...names.values()].filter(({ length }) => length > 1)).toEqual([]);
  });

  test('knows all volumes of the classification, and names without space around them', () => {
    const families = new Set(openingLines.map(({ eco }) => eco.slice(0, 2)));

    expect(families.size).toBe(5 * 10);
    for (const { name } of openingLines) expect(name).toMatch(/^\S.*[^\s.]$/);
  });

  test.each([
    ['A00 e9 | Nothing', 'e9'],
    ['A00 e4 e5 Nd3 | Nothing', 'Nd3'],
    ['A00 Nf3 Nf6 Nc3 Nc6 Nd4 e5 Nb5 | Nothing', 'Nb5'],
    ['e4 | No code', 'No code'],
    ['A00 e4', 'A00 e4'],
    ['  A00 e4 | Below nothing', 'Below nothing'],
  ])('refuses the row %j', (table, told) => {
    expect(() => readLines(table)).toThrow(told);
  });

  test('continues the row that is indented less', () => {
    const table = 'A10 c4 | One\n  A11 c6 | Two\n    A12 Nf3 | Three\n  A20 e5 | Four\nB00 e4 | Five\n';

    expect(readLines(table).map(({ name, moves }) => [name, moves.join(' ')])).toEqual([
      ['One', 'c4'],
      ['Two', 'c4 c6'],
      ['Three', 'c4 c6 Nf3'],
      ['Four', 'c4 e5'],
      ['Five', 'e4'],
    ]);
  });
});

describe('openingAt', () => {
  test.each([
    ['B90', 'Sicilian Defense: Najdorf Variation', 'e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6'],
    ['C65', 'Ruy Lopez: Berlin Defense', 'e4 e5 Nf3 Nc6 Bb5 Nf6'],
    ['D85', 'Grünfeld Defense: Exchange Variation', 'd4 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5'],
    ['A10', 'English Opening', 'c4'],
  ])('finds %s %s', (eco, name, moves) => {
    expect(openingAt(fensOf(moves.split(' ')).at(-1) ?? '')).toEqual({ eco, name });
  });

  test.each([
    ['Semi-Slav Defense', 'c4 e6 Nc3 d5 d4 c6 Nf3 Nf6'],
    ['Caro-Kann Defense: Panov Attack', 'c4 c6 e4 d5 exd5 cxd5 d4'],
    ["Queen's Gambit Declined: Three Knights Variation", 'Nf3 Nf6 c4 e6 Nc3 d5 d4'],
    ['Pirc Defense: Austrian Attack', 'd4 g6 e4 d6 Nc3 Nf6 f4'],
    ['French Defense: Advance Variation', 'd4 e6 e4 d5 e5'],
  ])('finds %s by a transposition', (name, moves) => {
    expect(openingAt(fensOf(moves.split(' ')).at(-1) ?? '')?.name).toBe(name);
  });

  test('reads a square that was passed over, clocks and none of both alike', () => {
    const position = 'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq';
    const spellings = [`${position} c6 0 2`, `${position} - 0 2`, `${position} - 7 40`, `${position} -`];

    for (const fen of spellings) expect(openingAt(fen)?.name).toBe('Sicilian Defense');
  });

  test('does not know the start, nor a position that has lost a castling right', () => {
    expect(openingAt(startFen)).toBeNull();
    expect(openingAt('rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQk - 0 2')).toBeNull();
  });
});

describe('openingOf', () => {
  const played = (...moves: string[]) => [
    startFen,
    ...replayMoves(
      startFen,
      moves.flatMap((text) => parseCoordinates(text) ?? []),
    ).map(({ fen }) => fen),
  ];

  test('keeps the last name when a game goes its own way', () => {
    const fens = played('e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5', 'a7a6', 'h2h4', 'h7h5');

    expect(openingOf(fens)).toEqual({ eco: 'C70', name: 'Ruy Lopez: Morphy Defense', ply: 6 });
  });

  test('is found again after moves without a name', () => {
    const fens = played('g1f3', 'g8f6', 'f3g1', 'f6g8', 'e2e4');

    expect(openingOf(fens)).toEqual({ eco: 'B00', name: "King's Pawn Game", ply: 5 });
  });

  test('looks no further than games are in their opening', () => {
    const round = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
    const rounds = (count: number) => Array.from({ length: count }, () => round).flat();

    // the knights return again and again to the start, which has no name, and to f3 and f6
    expect(openingOf(played(...rounds(14), 'e2e4'))).toMatchObject({ name: "King's Pawn Game", ply: 57 });
    expect(openingOf(played(...rounds(15), 'e2e4'))).toMatchObject({ name: 'Zukertort Opening', ply: 57 });
  });

  test('says nothing of a game without one', () => {
    expect(openingOf([startFen])).toBeNull();
    expect(openingOf(['8/8/8/4k3/8/8/4P3/4K3 w - - 0 1'])).toBeNull();
  });
});
