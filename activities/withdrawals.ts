import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { withdrawStagedFile } from '../services/publishing/withdraw-file.ts';
import type { Blobs } from '../store/blobs/blobs.ts';
import type { Pool } from '../store/postgres/pool.ts';
import { listRevokedDrafts, listRevokedFiles } from '../store/postgres/releases/revoked-work.ts';
import { decidedSignal } from '../workflows/definitions.ts';

const atOnce = 100;

/**
 * What revoked credentials have under way ends soon, so that people see it: drafts by the workflows that carry them, files
 * that wait with a held release here. It becomes visible to no reader either way: whoever makes something visible asks first.
 */
export async function withdrawRevoked(deps: { pool: Pool; blobs: Blobs; client: Client }): Promise<number> {
  const { pool, client } = deps;
  const files = await listRevokedFiles(pool, atOnce);
  for (const file of files) await withdrawStagedFile(deps, file);
  for (const workflowId of await listRevokedDrafts(pool, atOnce)) {
    try {
      await client.workflow.getHandle(workflowId).signal(decidedSignal);
    } catch (error) {
      // the reconciler starts it again, and its first look ends the draft
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    }
  }
  return files.length;
}
