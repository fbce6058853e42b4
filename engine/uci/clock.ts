/** The times in `go`, in milliseconds. */
export interface ClockState {
  left: number;
  increment: number;
  movesToGo?: number;
}

export interface TimeBudget {
  /** The time after which no new depth begins. */
  softMs: number;
  /** The hard limit of the search. */
  hardMs: number;
}

/** The greatest share of the clock for one move. */
const maxShare = 0.35;
/** Moves that a game without a time control is planned to last. */
const movesAhead = 23;

/** Divides the clock so that it never runs out; `overhead`: milliseconds of latency per move. */
export function planTime(clock: ClockState, overhead: number): TimeBudget {
  const usable = Math.max(1, clock.left - overhead);
  const moves = Math.min(clock.movesToGo ?? movesAhead, movesAhead);
  const share = usable / Math.max(moves, 1) + clock.increment * 0.75;
  const cap = moves === 1 ? usable * 0.9 : usable * maxShare;
  const softMs = Math.min(share, cap);
  const hardMs = Math.min(share * 4, cap);
  return { softMs: Math.max(1, softMs), hardMs: Math.max(1, hardMs) };
}
