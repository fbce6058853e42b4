import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { boundedId } from '../domain/workflow-id.ts';
import { withdrawStagedFile } from '../services/publishing/withdraw-file.ts';
import type { Blobs } from '../store/blobs/blobs.ts';
import { isLockTimeout } from '../store/postgres/lock-wait.ts';
import type { Pool } from '../store/postgres/pool.ts';
import {
  listRevokedDrafts,
  listRevokedFiles,
  listRevokedHeldFiles,
  type Page,
} from '../store/postgres/releases/revoked-work.ts';
import { decidedSignal, ids } from '../workflows/definitions.ts';

const atOnce = 100;
/** The limit of one signal; the next round repeats it. */
const signalWithinMs = 5_000;

/**
 * Withdraws uploads whose credential was revoked. Drafts and files that wait alone are withdrawn by their workflows,
 * which this step wakes; files that wait with a held release are withdrawn here. The publish step checks authority
 * again, so no reader sees these uploads meanwhile. A failure does not stop the others; a locked package is tried once
 * per round. Returns the number of files withdrawn here. @throws AggregateError with all failures, at the end
 */
export async function withdrawRevoked(deps: { pool: Pool; blobs: Blobs; client: Client }): Promise<number> {
  const { pool, client } = deps;
  let withdrawn = 0;
  const errors: unknown[] = [];
  const wake = (workflowId: string) => wakeWorkflow(client, workflowId).catch((error) => errors.push(error));
  // concurrently: a signal without an answer does not delay the others
  for await (const files of pages((page) => listRevokedHeldFiles(pool, page))) {
    await Promise.all(files.map((file) => wake(workflowIdOf(file))));
  }
  for await (const drafts of pages((page) => listRevokedDrafts(pool, page))) {
    await Promise.all(drafts.map(({ workflowId }) => wake(workflowId)));
  }
  const locked = new Set<string>();
  for await (const files of pages((page) => listRevokedFiles(pool, page))) {
    for (const file of files) {
      if (locked.has(file.packageId)) continue;
      try {
        if (await withdrawStagedFile(deps, file)) withdrawn += 1;
      } catch (error) {
        if (isLockTimeout(error)) locked.add(file.packageId);
        errors.push(error);
      }
    }
  }
  if (errors.length > 0) {
    throw new AggregateError(errors, `work of revoked credentials not withdrawn: ${errors.length} failed`);
  }
  return withdrawn;
}

/** Yields page after page to the end of the list, even when handled rows stay in it. */
async function* pages<Row extends { key: string }>(list: (page: Page) => Promise<readonly Row[]>) {
  let after: string | null = null;
  for (;;) {
    const rows: readonly Row[] = await list({ after, limit: atOnce });
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < atOnce) return;
    after = last.key;
  }
}

type HeldFile = Awaited<ReturnType<typeof listRevokedHeldFiles>>[number];

function workflowIdOf({ ecosystem, nameKey, versionKey, filename }: HeldFile): string {
  return boundedId(ids.publish(ecosystem, nameKey, versionKey, filename));
}

async function wakeWorkflow(client: Client, workflowId: string): Promise<void> {
  try {
    await client.withDeadline(Date.now() + signalWithinMs, () =>
      client.workflow.getHandle(workflowId).signal(decidedSignal),
    );
  } catch (error) {
    // the reconciler starts the workflow again, and its first step ends it
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}
