import { Chess } from 'chess.js';
import { describe, expect, it } from 'vitest';

import { coordinatesOf } from '../move.ts';
import { legalMoves, unpackMove } from '../position.ts';
import { randomFrom, randomGame } from '../testing/random-game.ts';
import type { Board } from './board.ts';
import { legalMovesOf } from './generate.ts';
import { makeMove, unmakeMove } from './make.ts';
import { readBoard, writeFen } from './text.ts';

/** The usual test positions and their numbers (chessprogramming.org/Perft_Results). */
const positions = [
  {
    name: 'start',
    fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
    nodes: [20, 400, 8902, 197_281],
  },
  {
    name: 'kiwipete',
    fen: 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
    nodes: [48, 2039, 97_862, 4_085_603],
  },
  {
    name: 'rook endgame',
    fen: '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
    nodes: [14, 191, 2812, 43_238],
  },
  {
    name: 'promotions',
    fen: 'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1',
    nodes: [6, 264, 9467, 422_333],
  },
  {
    name: 'promotion to check',
    fen: 'rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8',
    nodes: [44, 1486, 62_379, 2_103_487],
  },
  {
    name: 'middlegame',
    fen: 'r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10',
    nodes: [46, 2079, 89_890, 3_894_594],
  },
];

function perft(board: Board, depth: number): number {
  const moves = legalMovesOf(board);
  if (depth === 1) return moves.length;
  let nodes = 0;
  for (const move of moves) {
    const undo = makeMove(board, move);
    nodes += perft(board, depth - 1);
    unmakeMove(board, move, undo);
  }
  return nodes;
}

describe('moves', () => {
  it.each(positions)('of $name are as many as published', ({ fen, nodes }) => {
    const board = readBoard(fen);

    expect(nodes.map((_, index) => perft(board, index + 1))).toEqual(nodes);
    expect(writeFen(board)).toBe(fen);
  });

  it.each(positions)('of $name and what follows are those of another program', ({ fen }) => {
    const seen = [fen, ...randomGame({ seed: 7, plies: 40, fen }).moves.map((move) => move.fen)];

    for (const each of seen) expect(legalMoves(each).map(coordinatesOf).sort()).toEqual(othersMoves(each));
  });

  it('are taken back to the same position', () => {
    const random = randomFrom(3);
    for (const { fen } of positions) {
      const board = readBoard(fen);
      for (let ply = 0; ply < 60; ply++) {
        const before = writeFen(board);
        const moves = legalMovesOf(board);
        for (const move of moves) {
          unmakeMove(board, move, makeMove(board, move));
          expect(writeFen(board), `${before} ${JSON.stringify(unpackMove(move))}`).toBe(before);
        }
        const next = moves[Math.floor(random() * moves.length)];
        if (next === undefined) break;
        makeMove(board, next);
      }
    }
  });
});

function othersMoves(fen: string): string[] {
  return new Chess(fen)
    .moves({ verbose: true })
    .map((move) => `${move.from}${move.to}${move.promotion ?? ''}`)
    .sort();
}
