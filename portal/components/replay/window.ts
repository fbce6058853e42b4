/** The most half-moves of a page; longer games show a part around the current move, without the island. */
const most = 600;

/** The half-moves that lists show, both included. */
export function windowAround(ply: number, plies: number): { first: number; last: number } {
  const first = Math.max(1, Math.min(ply - most / 2, plies - most + 1));
  return { first, last: Math.min(plies, first + most - 1) };
}

/** Whether a page has the whole game, so that the island can step through it. */
export const isWhole = (plies: number): boolean => plies <= most;
