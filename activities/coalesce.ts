/**
 * Serializes the runs of one key. All calls during a run share the next run, which begins after them and therefore
 * sees their changes. Eight publishes of a package that end together cause two projections, not eight, and do not wait
 * for each other's locks.
 */
export function coalesceRuns(run: (key: string) => Promise<void>): (key: string) => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const waiting = new Map<string, Promise<void>>();

  function begin(key: string): Promise<void> {
    const current = run(key).finally(() => {
      if (running.get(key) === current) running.delete(key);
    });
    running.set(key, current);
    return current;
  }

  return (key) => {
    const current = running.get(key);
    const next = waiting.get(key);
    if (next !== undefined) return next;
    if (current === undefined) return begin(key);
    const following = current
      .catch(() => {})
      .then(() => {
        waiting.delete(key);
        return begin(key);
      });
    waiting.set(key, following);
    return following;
  };
}
