/** First pause after a crash. */
const shortestMs = 250;
const longestMs = 30_000;
/** A process that lived this long is healthy: its next crash starts from the shortest pause again. */
const healthyMs = 60_000;

/** Pause before restart number `crashes`, counted from 1 since the process was last healthy. */
export function pauseMs(crashes: number): number {
  return Math.min(longestMs, shortestMs * 2 ** Math.max(0, crashes - 1));
}

/** Crashes in a row after one more, given how long the process had lived. */
export function countCrash(crashesBefore: number, livedMs: number): number {
  return livedMs >= healthyMs ? 1 : crashesBefore + 1;
}
