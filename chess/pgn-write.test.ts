import { describe, expect, it } from 'vitest';

import { readPgn } from './pgn-read.ts';
import { writePgn } from './pgn-write.ts';
import { act, playMove, startGame } from './play.ts';
import { idFor, randomGame, testTime } from './testing/random-game.ts';

const baseUrl = 'http://localhost:8080';

function play(moves: string, fen?: string) {
  return moves
    .split(' ')
    .reduce(
      (game, move) => playMove(game, { from: move.slice(0, 2), to: move.slice(2, 4) }, testTime),
      startGame({ id: idFor(1), fen, tags: { White: 'A "B" \\ C', ECO: 'A00' }, createdAt: testTime }),
    );
}

describe('a written PGN', () => {
  it('has the roster, what else is known, and the moves', () => {
    expect(writePgn(play('f2f3 e7e5 g2g4 d8h4'), { baseUrl })).toBe(`[Event "Rookery game"]
[Site "http://localhost:8080"]
[Date "2024.02.29"]
[Round "-"]
[White "A \\"B\\" \\\\ C"]
[Black "?"]
[Result "0-1"]
[Termination "Checkmate"]
[GameId "${idFor(1)}"]
[ECO "A00"]

1. f3 e5 2. g4 Qh4# 0-1
`);
  });

  it.each([
    [
      'none of its own',
      {},
      '[GameId "GAME"]\n[ECO "C42"]\n[Opening "Petrov\'s Defense"]\n[Annotator "Rookery"]\n\n1. e4',
    ],
    [
      'tags of others',
      { ZZ: 'z', WhiteElo: '2700', Event: 'Cup', BlackElo: '2600' },
      '[GameId "GAME"]\n[ECO "C42"]\n[Opening "Petrov\'s Defense"]\n[Annotator "Rookery"]\n[BlackElo "2600"]\n[WhiteElo "2700"]\n[ZZ "z"]\n\n1. e4',
    ],
    ['a code of its own', { ECO: 'C40' }, '[GameId "GAME"]\n[ECO "C40"]\n[Annotator "Rookery"]\n\n1. e4'],
    [
      'a name of its own',
      { Opening: 'Russian' },
      '[GameId "GAME"]\n[Opening "Russian"]\n[Annotator "Rookery"]\n\n1. e4',
    ],
  ])('names the opening of a game that has %s', (_, tags, expected) => {
    const game = { ...play('e2e4 e7e5 g1f3 g8f6'), tags };

    expect(writePgn(game, { baseUrl, tags: { Annotator: 'Rookery' } })).toContain(
      expected.replace('GAME', idFor(1)),
    );
  });

  it('begins with the number of Black when Black begins', () => {
    const pgn = writePgn(play('g8f6 e2e4', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 12'), {
      baseUrl,
    });

    expect(pgn).toContain(
      '[Result "*"]\n[SetUp "1"]\n[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 12"]\n[GameId',
    );
    expect(pgn).toContain('\n\n12... Nf6 13. e4 *\n');
  });

  it('carries comments, glyphs and lines', () => {
    const pgn = writePgn(play('e2e4 e7e5 g1f3'), {
      baseUrl,
      tags: { Annotator: 'Rookery' },
      comments: new Map([
        [1, { nags: [1], text: '[%eval 0.35] a {nested} thing' }],
        [2, { nags: [2], line: ['c5', 'Nf3', 'd6'] }],
        [3, { nags: [6] }],
      ]),
    });

    expect(pgn).toContain('[Annotator "Rookery"]\n');
    expect(pgn).toContain(
      '\n\n1. e4 $1 { [%eval 0.35] a nested thing } 1... e5 $2 (1... c5 2. Nf3 d6) 2. Nf3\n$6 *\n',
    );
  });

  it('has lines of at most 80 columns', () => {
    const game = randomGame({ seed: 5, plies: 200 });
    const comments = new Map(
      game.moves.map((_, index) => [index + 1, { text: `[%eval 0.1] ${'word '.repeat(30)}` }]),
    );
    const [, movetext = ''] = writePgn(game, { baseUrl, comments }).split('\n\n');

    const lines = movetext.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.every((line) => line.length <= 80 && line === line.trim())).toBe(true);
    expect(lines.some((line) => line.includes('[%eval') && !line.includes('[%eval 0.1]'))).toBe(false);
  });

  it.each([
    ['en', 'Resignation'],
    ['en', 'DrawAgreement'],
  ] as const)('in %s is read back with its end: %s', (locale, reason) => {
    const begun = play('e2e4 e7e5 g1f3');
    const game =
      reason === 'Resignation'
        ? act(begun, { action: 'resign' }, testTime)
        : act(
            act(begun, { action: 'offer_draw', side: 'white' }, testTime),
            { action: 'accept_draw' },
            testTime,
          );

    expect(readPgn(writePgn(game, { baseUrl, locale })).outcome).toEqual(game.outcome);
  });
});
