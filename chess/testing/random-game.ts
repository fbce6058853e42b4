import { legalMovesOf } from '../board/generate.ts';
import { readBoard } from '../board/text.ts';
import { currentFen, type Game } from '../game.ts';
import { playMove, startGame } from '../play.ts';
import { unpackMove } from '../position.ts';

/** Repeatable random numbers from 0 to below 1. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A distinct id for every seed. */
export function idFor(seed: number): string {
  return `0195d0b4-0000-7000-8000-${seed.toString(16).padStart(12, '0')}`;
}

export const testTime = new Date('2024-02-29T12:00:00Z');

/** A game of random legal moves, running or ended by the rules. */
export function randomGame({ seed, plies, fen }: { seed: number; plies: number; fen?: string }): Game {
  const random = randomFrom(seed);
  let game = startGame({ id: idFor(seed), fen, createdAt: testTime });
  while (!game.outcome && game.moves.length < plies) {
    const moves = legalMovesOf(readBoard(currentFen(game)));
    const move = moves[Math.floor(random() * moves.length)];
    if (move === undefined) break;
    game = playMove(game, unpackMove(move), testTime);
  }
  return game;
}
