import type { Stage } from '../stage.ts';

/** One disturbance of a running deployment. */
export interface Act {
  name: string;
  /** Shown in the report and by `--list`. */
  summary: string;
  /** Whether hosted reads may fail: only where the database is lost. */
  mayFailReads?: boolean;
  /**
   * Disturbs the deployment for about `seconds` and ends the disturbance; the time until recovery counts from its
   * end. The report contains the returned text.
   */
  play(stage: Stage, seconds: number): Promise<string | void>;
}
