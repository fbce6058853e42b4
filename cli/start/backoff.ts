/** First pause after a crash. */
const shortestMs = 250;
const longestMs = 30_000;
/** A process that ran this long is healthy: its next crash starts from the shortest pause again. */
const healthyMs = 60_000;

/** Pause before restart number `crashes`, counted from 1 since the process was last healthy. */
export function pauseMs(crashes: number): number {
  return Math.min(longestMs, shortestMs * 2 ** Math.max(0, crashes - 1));
}

/** The number of crashes in a row after another crash, given the run time of the process. */
export function countCrash(crashesBefore: number, livedMs: number): number {
  return livedMs >= healthyMs ? 1 : crashesBefore + 1;
}
