import { continueAsNew, workflowInfo } from '@temporalio/workflow';
import { collection } from './activities.ts';
import type { CollectionInput, CollectionReport } from './definitions.ts';

const phases = ['abandonUploads', 'dropReferences', 'markParts', 'unlinkParts', 'removeBlobs'] as const;
const nothing: CollectionReport = {
  candidates: 0,
  unlinked: 0,
  removed: 0,
  bytesFreed: 0,
  abandonedUploads: 0,
};

/** Removes parts that no release refers to, in small steps and in parallel with other work. */
export async function cleanOciBlobs(input: CollectionInput = {}): Promise<CollectionReport> {
  const { dryRun = false, ...settings } = input;
  const { graceSeconds, requestId } = settings;
  const grace = {
    ...(graceSeconds === undefined ? {} : { graceSeconds }),
    ...(requestId === undefined ? {} : { requestId }),
  };
  if (dryRun) return add(nothing, await collection.countIdleParts({ after: null, ...grace }));
  let { phase = 0, after = null, done = nothing } = settings;
  for (let step = phases[phase]; step !== undefined; step = phases[phase]) {
    const { next, ...counts } = await collection[step]({ after, ...grace });
    done = add(done, counts);
    after = next;
    if (next === null) phase += 1;
    if (phase < phases.length && workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof cleanOciBlobs>({ ...grace, phase, after, done });
    }
  }
  return done;
}

function add(report: CollectionReport, counts: Partial<CollectionReport>): CollectionReport {
  return {
    candidates: report.candidates + (counts.candidates ?? 0),
    unlinked: report.unlinked + (counts.unlinked ?? 0),
    removed: report.removed + (counts.removed ?? 0),
    bytesFreed: report.bytesFreed + (counts.bytesFreed ?? 0),
    abandonedUploads: report.abandonedUploads + (counts.abandonedUploads ?? 0),
  };
}
