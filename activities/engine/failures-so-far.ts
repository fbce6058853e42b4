/** The failures of earlier attempts at a position; each attempt passes them on in its heartbeat details. */
export interface FailuresSoFar {
  /** Failures that the engine reported. */
  faults: number;
  /** Attempts that ended without a report: the position killed its engine, or the process ended for another reason. */
  deaths: number;
}

/**
 * A position with so many failures is given up, and its review with it. A death counts against the position that was
 * being searched, which may not be the cause: its limit is higher.
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
