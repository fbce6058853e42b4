import { Chess } from 'chess.js';
import { describe, expect, it } from 'vitest';

import { packGame, unpackGame } from './archive-codec.ts';
import { repetitionKeyOf } from './board/repetition.ts';
import { readFen } from './fen.ts';
import { currentFen, type Game, positionsOf } from './game.ts';
import { readPgn } from './pgn-read.ts';
import { writePgn } from './pgn-write.ts';
import { abort } from './play.ts';
import { endOf } from './position.ts';
import { presentReplay } from './present.ts';
import { randomGame, testTime } from './testing/random-game.ts';
import { replayMoves } from './replay-moves.ts';

const starts = [
  undefined,
  'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
  '8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1',
  'n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 31',
];

/** `npm run soak` sets 10,000. */
const count = Number(process.env['SOAK_GAMES'] ?? 120);

const games: Game[] = Array.from({ length: count }, (_, index) => {
  const fen = starts[index % starts.length];
  return randomGame({ seed: 1000 + index, plies: 160, ...(fen ? { fen } : {}) });
});

describe('random games', { timeout: 600_000 }, () => {
  it('are covered: castling, promotion, en passant, mates and draws happen', () => {
    const all = games.flatMap((game) => game.moves);

    expect(all.some((move) => move.san.startsWith('O-O'))).toBe(true);
    expect(all.some((move) => move.promotion === 'N')).toBe(true);
    expect(all.some((move) => move.san.includes('#'))).toBe(true);
    expect(new Set(games.map((game) => game.outcome?.reason)).size).toBeGreaterThan(2);
  });

  it('have positions that are read as FEN', () => {
    for (const game of games) for (const fen of positionsOf(game)) expect(readFen(fen, 'all')).toBe(fen);
  });

  it('come back from PGN', () => {
    for (const game of games) {
      const read = readPgn(writePgn(game, { baseUrl: 'http://localhost' }));
      expect(read).toMatchObject({ startFen: game.startFen, moves: game.moves, outcome: game.outcome });
    }
  });

  it('come back from the archive, at every half-move', () => {
    for (const game of games) {
      const ended = game.outcome ? game : abort(game, testTime);
      const back = unpackGame(packGame(ended).content);
      expect(back).toEqual(ended);
      const middle = Math.floor(game.moves.length / 2);
      expect(presentReplay(back, middle).state.position_history).toEqual(
        positionsOf(game).slice(0, middle + 1),
      );
    }
  });

  it('come back from start and moves alone', () => {
    for (const game of games) expect(replayMoves(game.startFen, game.moves)).toEqual(game.moves);
  });

  it('are the same to another program: names of moves, positions, mates', () => {
    for (const game of games.slice(0, 12)) {
      const chess = new Chess(game.startFen);
      for (const move of game.moves) {
        const { san } = chess.move({
          from: move.from,
          to: move.to,
          ...(move.promotion ? { promotion: move.promotion.toLowerCase() } : {}),
        });
        expect(move.san).toBe(san);
        // the other program omits en-passant squares without a capture
        expect(withoutClocks(chess.fen())).toBe(repetitionKeyOf(move.fen));
        expect(move.fen.split(' ').slice(4)).toEqual(chess.fen().split(' ').slice(4));
      }
      expect(chess.isCheckmate()).toBe(game.outcome?.reason === 'Checkmate');
      expect(chess.isStalemate()).toBe(game.outcome?.reason === 'Stalemate');
    }
  });

  it('that run are over nowhere', () => {
    for (const game of games.filter(({ outcome }) => outcome === null))
      expect(endOf(currentFen(game), positionsOf(game).slice(0, -1))).toBeNull();
  });
});

function withoutClocks(fen: string): string {
  return fen.split(' ', 4).join(' ');
}
