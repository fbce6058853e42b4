import { type Move, coordinatesOf } from '../../chess/move.ts';
import { annotateGame } from '../../chess/review/annotate.ts';
import type { ReviewResult } from '../../chess/review/result.ts';
import type { SearchedPosition } from '../../chess/review/position-values.ts';
import { UciClient } from '../engine/uci-client.ts';

export interface BenchGame {
  startFen: string;
  moves: readonly (Move & { san: string; fen: string })[];
}

export interface PeerReview {
  wallMs: number;
  /** Search depths by ply. */
  depths: number[];
  result: ReviewResult;
}

export interface PeerOptions {
  command: string;
  hashMb: number;
  depth: number;
  /** The limit of each position, e.g. `depth 30 movetime 500`. */
  limitOf(ply: number): string;
}

/** Reviews a game with another engine: every position once, the last one first, one table, one thread. */
export async function reviewWithPeer(game: BenchGame, options: PeerOptions): Promise<PeerReview> {
  const engine = await UciClient.start({
    name: 'peer',
    command: options.command,
    args: [],
    options: { Threads: '1', Hash: String(options.hashMb) },
  });
  try {
    await engine.newGame();
    const moves = game.moves.map(coordinatesOf);
    const positions: SearchedPosition[] = [];
    const depths: number[] = [];
    const started = performance.now();
    for (let ply = moves.length; ply >= 0; ply -= 1) {
      const position = `position fen ${game.startFen} moves ${moves.slice(0, ply).join(' ')}`;
      const { move, score, depth } = await engine.search(position, `go ${options.limitOf(ply)}`);
      depths[ply] = depth;
      positions[ply] = { bestMove: move, score: inPlies(score), depth, lines: [{ moves: [move] }] };
    }
    const wallMs = performance.now() - started;
    const settings = { depth: options.depth, isBookAvailable: false, isTablebaseAvailable: false };
    return { wallMs, depths, result: annotateGame({ ...game, positions, settings }) };
  } finally {
    engine.stop();
  }
}

/** Converts moves to mate of the client to half-moves of reviews. */
function inPlies(score: number): number {
  const moves = 30_000 - Math.abs(score);
  if (moves > 1_000) return score;
  return score > 0 ? 30_000 - (2 * moves - 1) : 2 * moves - 30_000;
}
