import { describe, expect, it } from 'vitest';

import { packGame, unpackGame } from './archive-codec.ts';
import { importPgn } from './pgn-read.ts';
import { writePgn } from './pgn-write.ts';
import { abort, act, playMove } from './play.ts';
import { idFor, testTime } from './testing/random-game.ts';

const load = (pgn: string) => importPgn({ id: idFor(1), pgn, at: testTime });
const write = (game: ReturnType<typeof load>, locale: 'en' | 'de' = 'en') =>
  writePgn(game, { baseUrl: 'http://localhost', locale });
const terminationOf = (pgn: string) => /^\[Termination "(.*)"\]$/m.exec(pgn)?.[1];

describe('the Termination of an imported game', () => {
  it.each([
    ['Abandoned', '1-0', 'Resignation'],
    ['adjudication', '1/2-1/2', 'DrawAgreement'],
    ['Death', '0-1', 'Resignation'],
    ['Emergency', '1/2-1/2', 'DrawAgreement'],
    ['Normal', '1-0', 'Resignation'],
    ['Rules infraction', '1-0', 'Resignation'],
    ['Time forfeit', '0-1', 'Timeout'],
    ['Weiß gewinnt durch Aufgabe', '1-0', 'Resignation'],
    ['Abandoned', '*', 'Aborted'],
    ['emergency', '*', 'Aborted'],
  ])('%s comes back word for word, with %s as what comes nearest', (termination, result, reason) => {
    const game = load(`[Termination "${termination}"]\n\n1. e4 ${result}`);
    const archived = unpackGame(packGame(game).content);

    expect(game.outcome?.reason).toBe(reason);
    expect(terminationOf(write(archived))).toBe(termination);
    expect(terminationOf(write(archived, 'de'))).toBe(termination);
  });

  it('comes back with the end that the board shows', () => {
    expect(terminationOf(write(load('[Termination "normal"]\n1. f3 e5 2. g4 Qh4# 0-1')))).toBe('normal');
  });

  it.each(['1. e4 1-0', '[Termination ""]\n1. e4 1-0', '[Termination " "]\n1. e4 1-0'])(
    'that says nothing is told by the service: %j',
    (pgn) => {
      expect(terminationOf(write(load(pgn)))).toBe('Resignation');
      expect(terminationOf(write(load(pgn), 'de'))).toBe('Aufgabe');
    },
  );

  it('stays with a running game until it goes on', () => {
    const game = load('[Termination "Unterminated"]\n[Event "x"]\n\n1. e4 *');

    expect(game.outcome).toBeNull();
    expect(terminationOf(write(game))).toBe('Unterminated');
    const moved = playMove(game, { from: 'e7', to: 'e5' }, testTime);
    expect(terminationOf(write(moved))).toBeUndefined();
    expect(moved.tags).toMatchObject({ Event: 'x' });
  });

  it('is that of the service for a game that ends here', () => {
    const game = load('[Termination "Unterminated"]\n\n1. e4 *');

    expect(terminationOf(write(act(game, { action: 'resign' }, testTime)))).toBe('Resignation');
    expect(terminationOf(write(abort(game, testTime)))).toBe('Aborted');
  });
});

describe('the roster of an imported game', () => {
  const rosterOf = (pgn: string) => write(load(pgn)).split('\n').slice(0, 7);
  const unknown = [
    '[Event "?"]',
    '[Site "?"]',
    '[Date "????.??.??"]',
    '[Round "?"]',
    '[White "?"]',
    '[Black "?"]',
    '[Result "*"]',
  ];

  it('says nothing that the file did not say', () => {
    expect(rosterOf('1. e4 *')).toEqual(unknown);
    expect(rosterOf('[White "A"]\n[Round "2"]\n1. e4 *')).toEqual(
      unknown.map((tag) => tag.replace('White "?"', 'White "A"').replace('Round "?"', 'Round "2"')),
    );
  });

  it('has the signs for what is not known where a value is empty', () => {
    const empty = ['Event', 'Site', 'Date', 'Round', 'White', 'Black'].map((name) => `[${name} " "]\n`);

    expect(rosterOf(`${empty.join('')}[WhiteElo ""]\n1. e4 *`)).toEqual(unknown);
  });
});

describe('the tags of a PGN', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `[Tag${index} "x"]\n`).join('');

  it('of as many as are kept come back, beside those that every game has', () => {
    const pgn = `[Event "e"]\n[White "A"]\n[Annotator "B"]\n[ECO "C20"]\n[Opening "O"]\n${many(50)}\n1. e4 *`;
    const game = load(pgn);

    expect(Object.keys(game.tags)).toHaveLength(58);
    expect(load(write(game)).tags).toEqual({ ...game.tags, Black: '?' });
  });

  it('for which an archive has no room do not keep the game out', () => {
    const { tags } = load(`${many(60)}[White "${'A'.repeat(300)}"]\n[${'B'.repeat(256)} "x"]\n1. e4 *`);

    expect(Object.keys(tags).filter((name) => name.startsWith('Tag'))).toEqual(
      Array.from({ length: 50 }, (_, index) => `Tag${index}`),
    );
    expect(tags['White']).toBe(`${'A'.repeat(254)}\u2026`);
    expect(Object.keys(tags).some((name) => name.startsWith('B'.repeat(9)))).toBe(false);
  });

  it('are measured without the blanks around them', () => {
    const name = 'A'.repeat(255);

    expect(load(`[White "${' '.repeat(99)}${name}\t"]\n1. e4 *`).tags['White']).toBe(name);
  });

  it('at their longest fit into an archive', () => {
    const long = '\u{20AC}'.repeat(255);
    const own = Array.from({ length: 50 }, (_, index) => `${'T'.repeat(253)}${index + 10}`);
    const names = ['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Annotator', 'ECO', 'Opening', ...own];
    const tags = [...names, 'Termination'].map((name) => `[${name} "${long}"]`).join('\n');
    const game = load(`${tags}\n\n1. e4 1-0`);

    expect(unpackGame(packGame(game).content).tags).toEqual(game.tags);
    expect(Object.keys(game.tags)).toHaveLength(60);
  });

  it('that the service writes itself are left to it', () => {
    const game = load('[Result "*"]\n[GameId "theirs"]\n[PlyCount "9"]\n[__proto__ "x"]\n1. e4 *');

    expect(Object.keys(game.tags)).toEqual(['Event', 'Site', 'Date', 'Round']);
  });
});
