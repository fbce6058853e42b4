import {
  ApplicationFailure,
  CancellationScope,
  defineQuery,
  isCancellation,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { AdvisoryBatch } from '../activities/advisories.ts';
import { advisories } from './activities.ts';
import {
  type ImportAdvisoriesInput,
  type ImportCounts,
  type ImportReport,
  progressQuery,
} from './definitions.ts';
import { asRefusal } from './refusal.ts';
import { finish, takeNotes } from './run-notes.ts';

/**
 * Stores the advisories of an uploaded archive, batch by batch; after a crash the interrupted batch is read again.
 * Stored advisories stay in any case. An archive has few enough batches for the history of one run.
 */
export async function importAdvisories(input: ImportAdvisoriesInput): Promise<ImportReport> {
  const report: ImportReport = { counts: nothing(), total: null, affected: null };
  setHandler(defineQuery<ImportReport>(progressQuery), () => report);
  const { workflowId, runId } = workflowInfo();
  const note = takeNotes();
  try {
    await advisories.beginImport({ ...input, workflowId, runId });
    for (let from: number | null = 0; from !== null;) {
      const batch: AdvisoryBatch = await advisories.importBatch({ ...input, from });
      report.counts = add(report.counts, batch.counts);
      report.total = batch.total;
      note(`read ${report.counts.read} of ${batch.total} entries`);
      from = batch.next;
    }
    const { counts } = report;
    report.affected = await advisories.finishImport({ ...input, workflowId, runId, counts });
    finish('imported', note);
    return report;
  } catch (error) {
    const failure =
      asRefusal(error) ??
      ApplicationFailure.create({ message: 'the import failed', type: 'internal', nonRetryable: true });
    const { message } = failure;
    note(`not finished: ${message}`);
    await CancellationScope.nonCancellable(() =>
      advisories.abandonImport({ ...input, workflowId, runId, message }),
    );
    finish(isCancellation(error) ? 'cancelled' : failure.type === 'internal' ? 'failed' : 'refused', note);
    throw isCancellation(error) ? error : failure;
  }
}

function nothing(): ImportCounts {
  return { read: 0, added: 0, updated: 0, withdrawn: 0, unchanged: 0, elsewhere: 0, refused: 0 };
}

function add(one: ImportCounts, other: ImportCounts): ImportCounts {
  return {
    read: one.read + other.read,
    added: one.added + other.added,
    updated: one.updated + other.updated,
    withdrawn: one.withdrawn + other.withdrawn,
    unchanged: one.unchanged + other.unchanged,
    elsewhere: one.elsewhere + other.elsewhere,
    refused: one.refused + other.refused,
  };
}
