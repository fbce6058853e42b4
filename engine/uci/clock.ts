/** The times in `go`, in milliseconds. */
export interface ClockState {
  left: number;
  increment: number;
  movesToGo?: number;
}

export interface TimeBudget {
  /** No new depth after about this. */
  softMs: number;
  /** The search ends here in any case. */
  hardMs: number;
}

/** Share of the clock one move may take at most. */
const maxShare = 0.35;
/** Moves a game without a control still lasts, as planned. */
const movesAhead = 23;

/** Divides the clock so that it never runs out; `overhead` is lost with every move on the way. */
export function planTime(clock: ClockState, overhead: number): TimeBudget {
  const usable = Math.max(1, clock.left - overhead);
  const moves = Math.min(clock.movesToGo ?? movesAhead, movesAhead);
  const share = usable / Math.max(moves, 1) + clock.increment * 0.75;
  const cap = moves === 1 ? usable * 0.9 : usable * maxShare;
  const softMs = Math.min(share, cap);
  const hardMs = Math.min(share * 4, cap);
  return { softMs: Math.max(1, softMs), hardMs: Math.max(1, hardMs) };
}
