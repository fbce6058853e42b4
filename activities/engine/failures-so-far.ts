/** The failures of earlier attempts at a position; each leaves them to the next one with its heartbeats. */
export interface FailuresSoFar {
  /** Failures that the engine reported. */
  faults: number;
  /** The try ended without a report: a position that kills its engine, or a process that ended for another reason. */
  deaths: number;
}

/**
 * A position on which the engine fails this often is given up, and its review with it. A death counts against the position
 * that was being searched, which may not be its cause: more of them are needed.
 */
const most: FailuresSoFar = { faults: 5, deaths: 20 };

export function isHopeless({ faults, deaths }: FailuresSoFar): boolean {
  return faults >= most.faults || deaths >= most.deaths;
}

/** Reads the failures from the heartbeat of an earlier attempt; there are none without a heartbeat. */
export function readFailures(details: unknown): FailuresSoFar {
  const { faults, deaths } = (details ?? {}) as Partial<Record<keyof FailuresSoFar, unknown>>;
  return { faults: countOf(faults), deaths: countOf(deaths) };
}

function countOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
