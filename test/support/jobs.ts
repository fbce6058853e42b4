import { query } from './database.ts';

export interface JobFacts {
  status: string;
  attempts: number;
  lastError: string | null;
  waitsFor: string | null;
  result: Record<string, number> | null;
}

/** Jobs of one kind, newest first, optionally of only one workflow. */
export function listJobsOf(
  { databaseUrl }: { databaseUrl: string },
  kind: string,
  workflowId?: string,
): Promise<JobFacts[]> {
  return query<JobFacts>(
    databaseUrl,
    `select status, attempts, last_error as "lastError", waits_for as "waitsFor", payload -> 'result' as result
     from jobs where kind = $1 and ($2::text is null or workflow_id = $2) order by scheduled_at desc, id desc`,
    [kind, workflowId ?? null],
  );
}
