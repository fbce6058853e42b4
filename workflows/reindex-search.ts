import { continueAsNew, defineQuery, setHandler, sleep, workflowInfo } from '@temporalio/workflow';
import { requested } from './activities.ts';
import { progressQuery, type ReindexInput, type ReindexReport } from './definitions.ts';

/** Searches that began before the swap have ended after this. */
const untilAnswered = '10s';

/**
 * Rebuilds every search entry. With a search engine beside the database it fills a new index beside the current one,
 * which gets every change meanwhile and then replaces the current one atomically. Continues at its last position.
 * Returns the number of rebuilt entries.
 */
export async function reindexSearch(input: ReindexInput = {}): Promise<number> {
  const report: ReindexReport = {
    projected: input.done ?? 0,
    copied: input.copied ?? 0,
    total: input.total ?? null,
    index: input.index ?? null,
  };
  setHandler(defineQuery<ReindexReport>(progressQuery), () => report);
  if (report.index === null) {
    const isCopied = input.onlyCopy === true || (await projectAll(report, input.after));
    if (!isCopied) return report.projected;
    ({ index: report.index, total: report.total } = await requested.beginCopy());
    if (report.index !== null) await copyAll(report, report.index, '');
  } else await copyAll(report, report.index, input.after ?? '');
  return report.projected;
}

/** Whether an engine has copies of the entries. */
async function projectAll(report: ReindexReport, from = ''): Promise<boolean> {
  for (let after = from; ;) {
    const { projected, next, isCopied } = await requested.reindexBatch({ after });
    report.projected += projected;
    if (next === null) return isCopied === true;
    after = next;
    if (workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof reindexSearch>({ after, done: report.projected });
    }
  }
}

async function copyAll(report: ReindexReport, index: string, from: string): Promise<void> {
  for (let after = from; ;) {
    const { copied, next } = await requested.copyBatch({ index, after });
    report.copied += copied;
    if (next === null) break;
    after = next;
    if (workflowInfo().continueAsNewSuggested) {
      const { projected: done, total } = report;
      await continueAsNew<typeof reindexSearch>({ index, after, done, copied: report.copied, total });
    }
  }
  await requested.finishCopy({ index });
  await sleep(untilAnswered);
  await requested.dropCopies();
}
