import { continueAsNew, workflowInfo } from '@temporalio/workflow';
import { maintenance } from './activities.ts';

/** Hourly: removes expired staged uploads, sessions and tokens, and bytes that no release uses. */
export async function cleanExpired(): Promise<Record<string, number>> {
  const rows = await maintenance.cleanRows();
  const uploads = await maintenance.cleanUploads();
  const blobs = await maintenance.cleanBlobs();
  return { ...rows, ...uploads, ...blobs };
}

/** Restarts unfinished work without a workflow: not even the loss of all histories loses a release. */
export async function reconcileReleases(): Promise<Record<string, number>> {
  return maintenance.reconcileReleases();
}

/** Renders every package again after a change of the base URL or a renderer; continues where it stopped. */
export async function renderDocuments(input: {
  fingerprint: string;
  after?: string;
  done?: number;
  failed?: number;
  /** By the clock of the database. Absent in runs of version 0.1. */
  begunAt?: string;
}): Promise<number> {
  const { fingerprint } = input;
  const begun = input.begunAt === undefined ? {} : { begunAt: input.begunAt };
  let { after = '', done = 0, failed = 0 } = input;
  for (;;) {
    const batch = await maintenance.renderBatch({ after, fingerprint, failed, ...begun });
    done += batch.rendered;
    failed += batch.failed;
    if (batch.next === null) return done;
    after = batch.next;
    if (workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof renderDocuments>({ fingerprint, after, done, failed, ...begun });
    }
  }
}
