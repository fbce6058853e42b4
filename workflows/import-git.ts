import { ActivityFailure, CancellationScope, isCancellation } from '@temporalio/workflow';
import { gitImports, importRows } from './activities.ts';
import type { ImportGitInput, ImportGitReport } from './definitions.ts';
import { asRefusal } from './refusal.ts';
import { finish, takeNotes } from './run-notes.ts';

/**
 * Publishes the tags of a repository, one after the other, each with its own publish workflow. A refused tag does not
 * stop the next ones, an unreachable server does. Published versions stay.
 */
export async function importGit(input: ImportGitInput): Promise<ImportGitReport> {
  const report: ImportGitReport = { published: 0, held: 0, pending: 0, present: 0, refused: 0 };
  const note = takeNotes();
  const end = (status: 'completed' | 'failed' | 'cancelled', message: string | null) =>
    CancellationScope.nonCancellable(() => importRows.endImport({ ...input, status, message }));
  try {
    const { tags, present } = await gitImports.listImportTags(input);
    report.present = present;
    note(`${tags.length} tags to publish`);
    for (const { name } of tags) {
      const { outcome } = await gitImports.importTag({ ...input, tag: name });
      report[outcome] += 1;
    }
    await end('completed', null);
    finish('imported', note);
    return report;
  } catch (error) {
    const isCancelled = isCancellation(error);
    const message = isCancelled ? 'cancelled' : reasonOf(error);
    note(`not finished: ${message}`);
    await end(isCancelled ? 'cancelled' : 'failed', message);
    finish(isCancelled ? 'cancelled' : 'failed', note);
    throw isCancelled ? error : (asRefusal(error) ?? error);
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  return cause instanceof Error ? cause.message : 'the import failed';
}
