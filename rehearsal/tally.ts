/** The answers that clients got during one act. */
export interface Seen {
  publishes: Count;
  reads: Count;
}

export interface Count {
  done: number;
  failed: number;
  slowestMs: number;
  /** The number of failures by reason. */
  reasons: Readonly<Record<string, number>>;
}

type Counted = {
  -readonly [Key in keyof Count]: Key extends 'reasons' ? Record<string, number> : Count[Key];
};
const nothing = (): Counted => ({ done: 0, failed: 0, slowestMs: 0, reasons: {} });

/** Counts since the last `take`. */
export class Tally {
  #publishes = nothing();
  #reads = nothing();

  add(kind: 'publish' | 'read', milliseconds: number, problem?: string): void {
    const count = kind === 'publish' ? this.#publishes : this.#reads;
    count.slowestMs = Math.max(count.slowestMs, milliseconds);
    if (problem === undefined) {
      count.done += 1;
      return;
    }
    count.failed += 1;
    count.reasons[problem] = (count.reasons[problem] ?? 0) + 1;
  }

  take(): Seen {
    const seen = { publishes: this.#publishes, reads: this.#reads };
    this.#publishes = nothing();
    this.#reads = nothing();
    return seen;
  }
}
