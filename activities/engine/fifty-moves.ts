import type { TablebaseAnswer } from '../../workflows/definitions.ts';

/** Half-moves without a capture or a pawn move after which a draw can be claimed. */
const fiftyMoves = 100;

/**
 * The tables' result for a position, for its half-move clock: they know positions with a clock of 0. A win whose next
 * capture or pawn move comes too late is a draw, and cursed. Where it comes just in time the result is uncertain: tables may be
 * one half-move short, so there is no result then. A mate that the search has found is in time. Scores know the clock
 * already (`engine/core/tb-root.ts`).
 */
export function withFiftyMoves(
  tablebase: TablebaseAnswer,
  { clock, mateIn }: { clock: number; mateIn: number | null },
): TablebaseAnswer {
  const { wdl, dtz } = tablebase;
  const plies = clock + Math.abs(dtz ?? 0);
  if (clock === 0 || Math.abs(wdl ?? 0) !== 2 || mateIn !== null || plies < fiftyMoves) return tablebase;
  if (plies === fiftyMoves) return { ...tablebase, wdl: null };
  return { ...tablebase, wdl: wdl === 2 ? 1 : -1 };
}
