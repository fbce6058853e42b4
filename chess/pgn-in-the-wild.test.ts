import { describe, expect, it } from 'vitest';

import { readFen } from './fen.ts';
import { coordinatesOf } from './move.ts';
import { readPgn } from './pgn-read.ts';
import { refusalOf } from './testing/refusal.ts';

/** Games of our own, in the shapes that sites and databases write. */
const files: readonly [string, string, string, unknown][] = [
  [
    'a server: clocks, values and moves of both colours with their numbers',
    `[Event "Rated Blitz game"]
[Site "https://games.example/abc"]
[UTCDate "2024.01.02"]
[Variant "Standard"]
[TimeControl "180+2"]
[Termination "Time forfeit"]
[Result "0-1"]

1. e4 { [%eval 0.17] [%clk 0:03:00] } 1... c5 { [%eval 0.19] [%clk 0:03:00] } 2. Nf3?! { (0.25 → -0.6) Inaccuracy. d4 was best. [%eval -0.6] } { [%clk 0:02:59.1] } (2. d4 cxd4 3. c3) 2... e6 { [%clk 0:02:58] } 0-1
`,
    'e2e4 c7c5 g1f3 e7e6',
    { result: 'BlackWins', reason: 'Timeout' },
  ],
  [
    'a study: a comment before the first move, arrows, quotes of a chapter',
    `[Event "Study: Chapter "one" of two"]
[ChapterURL "https://games.example/study/${'x'.repeat(400)}"]
[Result "*"]

{ [%csl Gd4][%cal Gd2d4,Re7e5] This is how it begins }
1. d4 { [%cal Gc2c4] } { two comments } d5 (1... Nf6 2. c4 (2. Nf3 { deeper (not closed } g6) 2... e6) 2. c4 *`,
    'd2d4 d7d5 c2c4',
    null,
  ],
  [
    'a site: one line, an escaped line, CRLF and a byte order mark',
    '\uFEFF[Event "Live Chess"]\r\n[Link "https://games.example/1"]\r\n[Result "1/2-1/2"]\r\n[Termination "Game drawn by agreement"]\r\n\r\n% written by a program 1-0\r\n1. e4 {[%clk 0:09:59]} 1... e5 {[%clk 0:09:58]} 1/2-1/2\r\n\r\n',
    'e2e4 e7e5',
    { result: 'Draw', reason: 'DrawAgreement' },
  ],
  [
    'a database: glyphs, a novelty, evaluations, a result that wraps',
    `[Event "Corr"]
[White "Muster, A"]
[Black "Beispiel, B"]
[Result "1-0"]
[ECO "C50"]
[EventDate "1998.??.??"]
[Source-Date "1999.01.01"]

1.e4 e5 2.Nf3 $146 Nc6 +/= 3.Bc4 $1 $14 Bc5 ⩲ 4.c3 (4.b4!? $5 Bxb4 $44 (4...Bb6 $10)) 4...Nf6
$6 -+
1-0`,
    'e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6',
    { result: 'WhiteWins', reason: 'Resignation' },
  ],
  [
    'a printed book: figurines of both colours, dashes, a cross',
    '[Result "½–½"]\n\n1. ♙e4 ♟e5 2. ♘f3 ♞c6 3. ♗b5 ♞f6 4. O–O ♞×e4 5. d2–d4!♞d6 6. ♗×c6 dxc6 ½–½',
    'e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1 f6e4 d2d4 e4d6 b5c6 d7c6',
    { result: 'Draw', reason: 'DrawAgreement' },
  ],
  [
    'an old server: no tags, no result, zeros, moves without spaces',
    '1.e2-e4 e7-e5 2.Ng1-f3 Nb8-c6 3.Bf1-c4 Bf8-c5 4.0-0',
    'e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1',
    null,
  ],
  [
    'results with other dashes',
    '[Result "1—0"]\n1. e4 1−0',
    'e2e4',
    { result: 'WhiteWins', reason: 'Resignation' },
  ],
  [
    'a null move in a variation',
    '1. e4 e5 (1... -- 2. d4 {the threat}) (1... Z0 2. d4) 2. Nf3 *',
    'e2e4 e7e5 g1f3',
    null,
  ],
  ['a start tag that names the usual start', '[SetUp "0"]\n[FEN ""]\n1. e4 *', 'e2e4', null],
  [
    'games behind each other, without a result between them',
    '[Event "1"]\n\n1. e4 e5\n\n[Event "2"]\n\n1. d4 d5 1-0\n',
    'e2e4 e7e5',
    null,
  ],
];

describe('a file as it is found', () => {
  it.each(files)('of %s is read', (_, text, moves, outcome) => {
    const game = readPgn(text);

    expect(game.moves.map(coordinatesOf).join(' ')).toBe(moves);
    expect(game.outcome).toEqual(outcome);
  });

  it('keeps quotes inside a value, and no tag whose name the standard does not have', () => {
    const { tags } = readPgn('[Event "A "B" C"]  [White "\\"D\\""]\n[Source-Date "1999"]\n1. e4 *');

    expect(tags).toEqual({ Event: 'A "B" C', White: '"D"' });
  });

  it('with more moves than one can lose count of is played to its end', () => {
    const shuffle = 'Nc3 Nc6 Nb1 Nb8 ';
    const game = readPgn(`[Result "1-0"]\n\n1. e4 e5 ${shuffle.repeat(60)} 1-0`);

    expect(game.outcome).toEqual({ result: 'WhiteWins', reason: 'Resignation' });
    expect(game.moves).toHaveLength(242);
    // each position can be imported again
    for (const { fen } of game.moves) expect(readFen(fen, 'all')).toBe(fen);
  });
});

const board = 'r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R';
const moved = 'r3k2r/pppppppp/8/8/8/8/PPPP1PPP/R3KR2';

describe('the start of a file', () => {
  it.each([
    ['four fields', `${board} w KQkq -`, `${board} w KQkq - 0 1`],
    ['five fields', `${board} w KQkq - 3`, `${board} w KQkq - 3 1`],
    ['move number 0', `${board} w KQkq - 0 0`, `${board} w KQkq - 0 1`],
    ['clocks without a number', `${board} w KQkq - - -`, `${board} w KQkq - 0 1`],
    ['a clock beyond the rules', `${board} w KQkq - 180 200`, `${board} w KQkq - 150 200`],
    ['rights in another order', `${board} b qkQK - 0 1`, `${board} b KQkq - 0 1`],
    ['rights as files', `${board} w HAha - 0 1`, `${board} w KQkq - 0 1`],
    ['one right as a file', `${board} w Ah - 0 1`, `${board} w Qk - 0 1`],
    ['rights of a rook that has moved', `${moved} w KQkq - 0 1`, `${moved} w Qkq - 0 1`],
    ['the letter of the side in upper case', `${board} B KQkq - 0 1`, `${board} b KQkq - 0 1`],
    ['a square that no pawn came over', `${board} w KQkq e6 0 1`, `${board} w KQkq - 0 1`],
  ])('is read with %s', (_, fen, start) => {
    expect(readPgn(`[SetUp "1"]\n[FEN "${fen}"]\n\n*`).startFen).toBe(start);
  });

  it.each([
    ['three fields', `${board} w KQkq`, 'error.fen_fields'],
    ['seven fields', `${board} w KQkq - 0 1 x`, 'error.fen_fields'],
    ['unknown rights', `${board} w XYZ - 0 1`, 'error.fen_castling_text'],
    ['rights of Chess960', `1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1`, 'error.pgn_variant'],
    ['a clock of letters', `${board} w KQkq - x 1`, 'error.fen_halfmove'],
    ['two white kings', `${board.replace('R3', 'K3')} w - - 0 1`, 'error.fen_kings'],
  ])('is refused with %s', (_, fen, key) => {
    expect(refusalOf(() => readPgn(`[FEN "${fen}"]\n\n*`))?.key).toBe(key);
  });

  it.each(['Chess960', 'Fischerandom', 'chess 960', 'Crazyhouse', 'Three-check'])(
    'of the variant %s is refused, and the refusal names it',
    (variant) => {
      expect(refusalOf(() => readPgn(`[Variant "${variant}"]\n\n1. e4 *`))).toMatchObject({
        key: 'error.pgn_variant',
        params: { variant },
      });
    },
  );

  it('is read strictly where it is no file', () => {
    for (const fen of [`${board} w KQkq -`, `${board} w KQkq - 0 0`, `${board} w HAha - 0 1`])
      expect(refusalOf(() => readFen(fen, 'all'))?.code).toBe('invalid_fen');
  });
});
