import type { Side } from './side.ts';

export const results = ['WhiteWins', 'BlackWins', 'Draw'] as const;
export type Result = (typeof results)[number];

/** Why a game ended. `Timeout` is for imported games: games played here have no clocks. */
export const endReasons = [
  'Checkmate',
  'Stalemate',
  'ThreefoldRepetition',
  'FivefoldRepetition',
  'FiftyMoveRule',
  'SeventyFiveMoveRule',
  'InsufficientMaterial',
  'Resignation',
  'DrawAgreement',
  'Timeout',
  'Aborted',
] as const;
export type EndReason = (typeof endReasons)[number];

export const statuses = ['in_progress', 'checkmate', 'stalemate', 'draw', 'resigned', 'aborted'] as const;
export type GameStatus = (typeof statuses)[number];

/** How a finished game ended; an aborted one has no result. */
export interface Outcome {
  result: Result | null;
  reason: EndReason;
}

export const winOf = (side: Side): Result => (side === 'white' ? 'WhiteWins' : 'BlackWins');

export function statusOf(outcome: Outcome | null): GameStatus {
  if (!outcome) return 'in_progress';
  if (outcome.reason === 'Checkmate') return 'checkmate';
  if (outcome.reason === 'Stalemate') return 'stalemate';
  if (outcome.reason === 'Aborted') return 'aborted';
  if (outcome.result === 'Draw') return 'draw';
  // a loss on time has the status of a resignation: the position shows neither
  return 'resigned';
}
