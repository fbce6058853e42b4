import { describe, expect, it } from 'vitest';

import { coordinatesOf } from './move.ts';
import { hasRemarks, importPgn, readPgn } from './pgn-read.ts';
import { writePgn } from './pgn-write.ts';
import { idFor, randomFrom, randomGame, testTime } from './testing/random-game.ts';
import { refusalOf } from './testing/refusal.ts';

const movesOf = (text: string) => readPgn(text).moves.map(coordinatesOf).join(' ');

describe('a PGN', () => {
  it('gives tags, moves and result', () => {
    const game = readPgn(`[Event "Casual \\"blitz\\" \\\\ game"]
[Site "?"]
[Date "1992.11.04"]
[Round "29"]
[White "Fischer, Robert J."]
[Black "Spassky, Boris V."]
[Result "1/2-1/2"]
[WhiteElo "2785"]
[GameId "theirs"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2
`);

    expect(game.tags).toEqual({
      Event: 'Casual "blitz" \\ game',
      Site: '?',
      Date: '1992.11.04',
      Round: '29',
      White: 'Fischer, Robert J.',
      Black: 'Spassky, Boris V.',
      WhiteElo: '2785',
    });
    expect(game.moves.map((move) => move.san)).toEqual(['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6']);
    expect(game.outcome).toEqual({ result: 'Draw', reason: 'DrawAgreement' });
  });

  it.each([
    ['glued numbers', '1.e4 e5 2.Nf3 2...Nc6', 'e2e4 e7e5 g1f3 b8c6'],
    ['numbers of any kind', '1 e4 1... e5 2... … Nf3', 'e2e4 e7e5 g1f3'],
    ['no numbers', 'e4 e5 *', 'e2e4 e7e5'],
    ['comments', '1. e4 {good (or [%eval 0.3]) $1 1-0} e5 ; the rest 1-0\n2. Nf3', 'e2e4 e7e5 g1f3'],
    ['glyphs', '1. e4! $1 e5?! $139 2. Nf3 !! +- Nc6', 'e2e4 e7e5 g1f3 b8c6'],
    ['nested variations', '1. e4 (1. d4 d5 (1... Nf6 {x ) y}) 2. c4) e5 (1... c5) *', 'e2e4 e7e5'],
    ['an escaped line', '% secret 1-0\n1. e4\n% more\ne5', 'e2e4 e7e5'],
    ['a byte order mark and CRLF', '\uFEFF[Event "x"]\r\n\r\n1. e4 e5\r\n2. Nf3 *\r\n', 'e2e4 e7e5 g1f3'],
    ['CR alone', '[Event "x"]\r\r1. e4 e5\r*', 'e2e4 e7e5'],
    ['letters of another encoding', '[White "M\uFFFDller"]\n1. e4 {sch\u00F6n} e5', 'e2e4 e7e5'],
    ['no-break spaces', '1.\u00A0e4\u00A0e5', 'e2e4 e7e5'],
    [
      'castling with zeros',
      '1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. 0-0 0-0',
      'g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1 e8g8',
    ],
    ['coordinates', '1. e2e4 e7-e5 2. g1f3 Nb8-c6', 'e2e4 e7e5 g1f3 b8c6'],
    ['letters for pawns', '1. Pe4 Pe7e5', 'e2e4 e7e5'],
    [
      'e.p. glued and apart',
      '1. e4 a6 2. e5 d5 3. exd6e.p. h6 4. a3 h5 5. a4 e.p.',
      'e2e4 a7a6 e4e5 d7d5 e5d6 h7h6 a2a3 h6h5 a3a4',
    ],
    ['needless and missing marks', '1. e4+ d5 2. ed5?? Qd5 3. Ngf3', 'e2e4 d7d5 e4d5 d8d5 g1f3'],
    ['needless origins', '1. Ng1f3 Nb8c6 2. N3d4', 'g1f3 b8c6 f3d4'],
    [
      'glyphs glued to moves',
      '1. e4$1 e5$2$139 2.Nf3!$2(2.Nc3$4)Nc6$1{x}3.Bb5$14 *',
      'e2e4 e7e5 g1f3 b8c6 f1b5',
    ],
    ['moves glued to glyphs', '1.e4$1e5$2 2.Nf3', 'e2e4 e7e5 g1f3'],
    ['a star glued to a move', '1. e4 e5*', 'e2e4 e7e5'],
    ['a star glued to a glyph', '1. e4 e5$1*', 'e2e4 e7e5'],
    ['a star glued to a mark', '1. e4!*', 'e2e4'],
    ['comments and variations glued', '1.e4{c}e5(1...c5)2.Nf3;x', 'e2e4 e7e5 g1f3'],
    ['marks glued to the next move', '1.e4!?e5??2.Nf3!Nc6+!3.Bb5', 'e2e4 e7e5 g1f3 b8c6 f1b5'],
    ['marks in either order', '1.e4+! e5!+ 2.Nf3!?e.p. 1-0', 'e2e4 e7e5 g1f3'],
    ['three dots glued', '1. e4 1...e5 2.… 2…Nf3', 'e2e4 e7e5 g1f3'],
    ['a result glued to a comment', '1. e4 e5 {resigns}1-0 d4', 'e2e4 e7e5'],
    ['a result glued to a number', '1. e4 e5 2.1-0 d4', 'e2e4 e7e5'],
    ['a result glued to a mark', '1. e4 e5?0-1 d4', 'e2e4 e7e5'],
  ])('is read with %s', (_, text, moves) => {
    expect(movesOf(text)).toBe(moves);
  });

  it.each([
    ['e8=Q', 'e7e8q'],
    ['e8Q+', 'e7e8q'],
    ['e8(N)', 'e7e8n'],
    ['e8/R', 'e7e8r'],
    ['e8=b', 'e7e8b'],
    ['exd8=Q', 'e7d8q'],
    ['ed8Q', 'e7d8q'],
  ])('is read with the promotion %s', (san, move) => {
    const text = `[FEN "3r4/4P3/8/8/8/k7/8/K7 w - - 0 1"]\n\n1. ${san}`;

    expect(movesOf(text)).toBe(move);
  });

  it('of several games gives the first', () => {
    const game = '[Event "1"]\n[Result "1-0"]\n\n1. e4 1-0\n\n[Event "2"]\n[Result "0-1"]\n\n1. d4 0-1\n';

    expect(readPgn(game)).toMatchObject({ tags: { Event: '1' }, outcome: { result: 'WhiteWins' } });
    expect(movesOf('[Event "1"]\n1. e4\n[Event "2"]\n1. d4 0-1')).toBe('e2e4');
  });

  it('of a variant that is not known is one of chess', () => {
    expect(readPgn('[Variant "?"]\n\n1. e4').moves).toHaveLength(1);
  });

  it('begins where its FEN tag says', () => {
    const game = readPgn('[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 12"]\n\n12... Kd7 13. e4 *');

    expect(game.startFen).toBe('4k3/8/8/8/8/8/4P3/4K3 b - - 0 12');
    expect(game.moves.at(-1)?.fen).toBe('8/3k4/8/8/4P3/8/8/4K3 b - e3 0 13');
    expect(game.tags).toEqual({});
  });

  it.each([
    ['nothing', '', 'error.pgn_empty'],
    ['blanks', ' \r\n\t', 'error.pgn_empty'],
    ['only a comment', '{1. e4}', 'error.pgn_empty'],
    ['a comment without end', '1. e4 {and', 'error.pgn_syntax'],
    ['a variation without end', '1. e4 (1. d4', 'error.pgn_syntax'],
    ['an end without variation', '1. e4 ) e5', 'error.pgn_syntax'],
    ['a brace too many', '1. e4 } e5', 'error.pgn_syntax'],
    ['a tag without value', '[Event]\n1. e4', 'error.pgn_syntax'],
    ['a tag without end', '[Event "x\n1. e4', 'error.pgn_syntax'],
    ['another chess', '[Variant "Chess960"]\n\n1. e4', 'error.pgn_variant'],
    ['an illegal first move', '1. e5', 'error.pgn_illegal'],
    ['a pawn that does not promote', '[FEN "8/4P3/8/8/8/k7/8/K7 w - - 0 1"]\n1. e8', 'error.pgn_illegal'],
    ['a null move', '1. e4 --', 'error.pgn_illegal'],
    ['words', 'hello world', 'error.pgn_illegal'],
    ['a word behind a glyph without number', '1. e4 $e5', 'error.pgn_syntax'],
    ['an ambiguous move', '1. Nf3 a6 2. d4 a5 3. Nd2', 'error.pgn_ambiguous'],
    ['moves after mate', '1. f3 e5 2. g4 Qh4# 3. a3', 'error.pgn_after_end'],
    [
      'a win that a dead position contradicts',
      '[FEN "8/8/8/3k4/8/8/3K4/8 w - - 0 1"]\n1. Kc3 1-0',
      'error.pgn_result',
    ],
    ['a result that mate contradicts', '1. f3 e5 2. g4 Qh4# 1-0', 'error.pgn_result'],
    ['a FEN that can not arise', '[FEN "8/8/8/8/8/8/8/K7 w - - 0 1"]\n*', 'error.fen_kings'],
  ])('with %s is refused', (_, text, key) => {
    expect(refusalOf(() => readPgn(text))?.key).toBe(key);
  });

  it('that is refused names the half-move', () => {
    expect(refusalOf(() => readPgn('1. e4 e5 2. Ke3'))).toEqual({
      code: 'invalid_pgn',
      key: 'error.pgn_illegal',
      params: { ply: 3, san: 'Ke3' },
      alternatives: undefined,
    });
  });

  const shuffle = 'Nf3 Nf6 Ng1 Ng8 ';
  it.each([
    ['1-0', '1. e4 1-0', { result: 'WhiteWins', reason: 'Resignation' }],
    ['0-1 on time', '[Termination "time forfeit"]\n1. e4 0-1', { result: 'BlackWins', reason: 'Timeout' }],
    [
      'its own words',
      '[Termination "Threefold repetition"]\n1. e4 1/2-1/2',
      { result: 'Draw', reason: 'ThreefoldRepetition' },
    ],
    [
      'a draw after three times',
      `${shuffle.repeat(2)} 1/2-1/2`,
      { result: 'Draw', reason: 'ThreefoldRepetition' },
    ],
    [
      'a draw after five times',
      `${shuffle.repeat(4)} 1/2-1/2`,
      { result: 'Draw', reason: 'FivefoldRepetition' },
    ],
    [
      'a draw after fifty moves',
      '[FEN "4k3/8/8/8/8/8/8/4K2R w - - 99 80"]\nRh2 1/2-1/2',
      { result: 'Draw', reason: 'FiftyMoveRule' },
    ],
    [
      'moves after bare kings',
      '[FEN "8/8/8/3k4/8/8/3K4/8 w - - 0 1"]\n1. Kc3 Kc5 1/2-1/2',
      { result: 'Draw', reason: 'InsufficientMaterial' },
    ],
    ['moves after five times', `${shuffle.repeat(4)} e4 1-0`, { result: 'WhiteWins', reason: 'Resignation' }],
    [
      'moves after seventy-five',
      '[FEN "4k3/8/8/8/8/8/8/4K2R w - - 149 99"]\n1. Rh2 Kd8 2. Rh1 1-0',
      { result: 'WhiteWins', reason: 'Resignation' },
    ],
    [
      'a win at the fifth repetition',
      `[Termination "time forfeit"]\n${shuffle.repeat(4)} 0-1`,
      { result: 'BlackWins', reason: 'Timeout' },
    ],
    ['mate without a result', '1. f3 e5 2. g4 Qh4#', { result: 'BlackWins', reason: 'Checkmate' }],
    ['mate and a star', '1. f3 e5 2. g4 Qh4# *', { result: 'BlackWins', reason: 'Checkmate' }],
    ['a star', '1. e4 *', null],
    ['no result', '1. e4', null],
    ['a result in the tag only', '[Result "1-0"]\n1. e4', { result: 'WhiteWins', reason: 'Resignation' }],
  ])('with %s ended so', (_, text, outcome) => {
    expect(readPgn(text).outcome).toEqual(outcome);
  });

  it('that is damaged anywhere is read or refused, nothing else', () => {
    const random = randomFrom(11);
    const pgn = writePgn(randomGame({ seed: 12, plies: 60 }), { baseUrl: 'http://localhost' });
    const letters = '{}()[]<>;%$"\\.*!?x=+#-0Oo1ae8QKN \n\uD800\u0000';
    for (let round = 0; round < 500; round++) {
      const at = Math.floor(random() * pgn.length);
      const letter = letters.charAt(Math.floor(random() * letters.length));
      const damaged = pgn.slice(0, at) + letter + pgn.slice(at + Math.floor(random() * 3));
      expect(['invalid_pgn', 'invalid_fen', undefined]).toContain(refusalOf(() => readPgn(damaged))?.code);
    }
  });

  it('is refused when it is longer than any game ever played, before its moves are looked at', () => {
    const shuffle = 'Nf3 Nf6 Ng1 Ng8 ';

    expect(refusalOf(() => readPgn(shuffle.repeat(1_501)))).toMatchObject({
      code: 'invalid_pgn',
      key: 'error.game_too_long',
      params: { maximum: 6_000 },
    });
    expect(refusalOf(() => readPgn(shuffle.repeat(1_500)))).toBeNull();
  });

  it('becomes a game', () => {
    const running = importPgn({ id: idFor(3), pgn: '1. e4 *', at: testTime });

    expect(running).toMatchObject({ id: idFor(3), outcome: null, endedAt: null, createdAt: testTime });
    expect(importPgn({ id: idFor(3), pgn: '1. e4 1-0', at: testTime }).endedAt).toBe(testTime);
  });

  it.each([
    ['parentheses', '('.repeat(400_000)],
    ['braces', '{'.repeat(400_000)],
    ['numbers', '1.'.repeat(200_000)],
    ['one long word', 'e4'.repeat(200_000)],
    ['tags', '[a "b"]\n'.repeat(50_000)],
    ['a tag of backslashes', `[a "${'\\"'.repeat(200_000)}`],
    ['a tag of quotes', `[a "${'" '.repeat(200_000)}`],
    ['marks', '! '.repeat(200_000)],
    ['blanks', ' '.repeat(400_000)],
    ['comments', '{}'.repeat(200_000)],
    ['variations', '()'.repeat(200_000)],
    ['moves', 'a3 '.repeat(70_000)],
    ['glyphs', '$1'.repeat(200_000)],
    ['stars', '*'.repeat(400_000)],
    ['marks and letters', 'e!'.repeat(200_000)],
    ['decoration', `1. e4${'e.p.'.repeat(100_000)}`],
  ])('of nothing but %s is answered soon', (_, text) => {
    const before = performance.now();

    expect(refusalOf(() => readPgn(text))?.code ?? 'invalid_pgn').toBe('invalid_pgn');
    expect(performance.now() - before).toBeLessThan(5000);
  });
});

it.each([
  ['1. e4 e5 *', false],
  ['[White "{a}"]\n\n1. e4! $1 e5 *', false],
  ['1. e4 { [%clk 0:05:00] } e5 *', true],
  ['1. e4 (1. d4) e5 *', true],
  ['1. e4 ; the best\n e5 *', true],
  ['1. e4 * { of the next } 1. d4 *', false],
  ['[White "a"]\n\n1. e4\n\n[White "b"]\n\n{ of the next } 1. d4 *', false],
])('%j has remarks that are not kept: %s', (pgn, expected) => {
  expect(hasRemarks(pgn)).toBe(expected);
});
