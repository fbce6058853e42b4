import type { TablebaseAnswer } from '../../workflows/definitions.ts';

/** Half-moves without a capture or a pawn move after which a draw can be claimed. */
const fiftyMoves = 100;

/**
 * Corrects the tables' result of a position for its half-move clock: tables assume a clock of 0. A win whose next
 * capture or pawn move comes too late is a cursed win, a draw by the rules. Exactly at the limit the result is null:
 * `dtz` may be one half-move too low. A mate that the search has found is in time. Scores respect the clock already
 * (`engine/core/tb-root.ts`).
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
