import { legalMovesOf } from '../../board/generate.ts';
import { playSan } from '../../board/san.ts';
import { readBoard, writeFen } from '../../board/text.ts';
import { startFen as standardStart } from '../../fen.ts';
import { coordinatesOf } from '../../move.ts';
import { unpackMove } from '../../position.ts';
import type { SearchedGame } from '../annotate.ts';
import { readPlayedMoves } from '../played-moves.ts';
import type { SearchedPosition } from '../position-values.ts';

type PlayedMoves = SearchedGame['moves'];

/** Plays coordinates, `e2e4 e7e5`. */
export function played(coordinates: string, startFen = standardStart): PlayedMoves {
  return readPlayedMoves(startFen, coordinates.split(' '));
}

/** An answer with only the value and the best move. */
export function answer(score: number, bestMove: string | null, line?: string): SearchedPosition {
  const moves = line?.split(' ') ?? (bestMove ? [bestMove] : []);
  return { score, bestMove, depth: 30, lines: moves.length > 0 ? [{ moves }] : [] };
}

export const settings = { depth: 30, isBookAvailable: false, isTablebaseAvailable: false };

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A game of random moves with random answers; it can end by the rules before `plies`. */
export function randomGame(seed: number, plies: number): SearchedGame {
  const next = random(seed);
  const board = readBoard(standardStart);
  const moves: PlayedMoves[number][] = [];
  const positions: (SearchedPosition | null)[] = [];
  const pick = <T>(items: readonly T[]) => items[Math.floor(next() * items.length)];
  for (;;) {
    const choice = pick(legalMovesOf(board));
    positions.push(choice === undefined ? null : answer(scoreFrom(next), coordinatesOf(unpackMove(choice))));
    const move = next() < 0.4 ? choice : pick(legalMovesOf(board));
    if (move === undefined || moves.length === plies) break;
    const san = playSan(board, move);
    moves.push({ ...unpackMove(move), san, fen: writeFen(board) });
  }
  return { startFen: standardStart, moves, positions, settings };
}

/** Mostly near level, now and then a mate. */
function scoreFrom(next: () => number): number {
  const kind = next();
  if (kind < 0.05) return Math.round(30_000 - next() * 40) * (next() < 0.5 ? 1 : -1);
  const range = kind < 0.5 ? 60 : 900;
  return Math.round((next() * 2 - 1) * range) + 0;
}
