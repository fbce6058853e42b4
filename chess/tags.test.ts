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
