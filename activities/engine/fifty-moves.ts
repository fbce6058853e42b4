import type { Analysis } from '../../engine/result.ts';
import type { TablebaseAnswer } from '../../workflows/contract.ts';

/** Half-moves without a capture or a pawn move after which a draw can be claimed. */
const fiftyMoves = 100;

type KnownResult = Pick<Analysis, 'score' | 'mateIn' | 'lines'> & { tablebase: TablebaseAnswer };

/**
 * What tables say of a position, for its half-move clock: they know positions in which it stands at 0. A win whose next
 * capture or pawn move comes too late is a draw, and cursed. Where it comes just in time nobody can tell: tables may be
 * one half-move short, so there is no result then. A mate that the search has found is in time.
 */
export function withFiftyMoves({ score, mateIn, lines, tablebase }: KnownResult, clock: number): KnownResult {
  const { wdl, dtz } = tablebase;
  const plies = clock + Math.abs(dtz ?? 0);
  if (clock === 0 || Math.abs(wdl ?? 0) !== 2 || mateIn !== null || plies < fiftyMoves)
    return { score, mateIn, lines, tablebase };
  if (plies === fiftyMoves) return { score, mateIn, lines, tablebase: { ...tablebase, wdl: null } };
  const level = lines.map((line) => (line.rank === 1 ? { ...line, score: 0 } : line));
  return { score: 0, mateIn, lines: level, tablebase: { ...tablebase, wdl: wdl === 2 ? 1 : -1 } };
}
