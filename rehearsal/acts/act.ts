import type { Stage } from '../stage.ts';

/** One disturbance of a running deployment. */
export interface Act {
  name: string;
  /** For the report and `--list`. */
  summary: string;
  /** Whether hosted reads may fail: only where the database itself is lost. */
  mayFailReads?: boolean;
  /**
   * Disturbs for about so many seconds and undoes it; the time until the deployment is whole counts from its end. What it
   * returns stands in the report.
   */
  play(stage: Stage, seconds: number): Promise<string | void>;
}
