import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { boundedId } from '../domain/workflow-id.ts';
import { withdrawStagedFile } from '../services/publishing/withdraw-file.ts';
import type { Blobs } from '../store/blobs/blobs.ts';
import type { Pool } from '../store/postgres/pool.ts';
import {
  listRevokedDrafts,
  listRevokedFiles,
  listRevokedHeldFiles,
} from '../store/postgres/releases/revoked-work.ts';
import { decidedSignal, ids } from '../workflows/definitions.ts';

const atOnce = 100;
/** The next round asks again. */
const signalWithinMs = 5_000;

/**
 * What revoked credentials have under way ends soon, so that people see it: drafts and files that wait on their own by the
 * workflows that carry them, files that wait with a held release here. It becomes visible to no reader either way: the step
 * that makes it visible asks first. One that fails keeps no other from
 * its end. Returns how many files waited here. @throws AggregateError with what failed, after the others
 */
export async function withdrawRevoked(deps: { pool: Pool; blobs: Blobs; client: Client }): Promise<number> {
  const { pool, client } = deps;
  let withdrawn = 0;
  const errors: unknown[] = [];
  const attempt = async (step: () => Promise<void>) => {
    await step().catch((error: unknown) => errors.push(error));
  };
  const files = await listRevokedHeldFiles(pool, atOnce);
  const carriers = files.map(({ ecosystem, nameKey, versionKey, filename }) =>
    boundedId(ids.publish(ecosystem, nameKey, versionKey, filename)),
  );
  const workflowIds = [...(await listRevokedDrafts(pool, atOnce)), ...carriers];
  // side by side: one that gets no answer delays no other
  await Promise.all(
    workflowIds.map((workflowId) =>
      attempt(async () => {
        try {
          await client.withDeadline(Date.now() + signalWithinMs, () =>
            client.workflow.getHandle(workflowId).signal(decidedSignal),
          );
        } catch (error) {
          // the reconciler starts it again, and its first look ends it
          if (!(error instanceof WorkflowNotFoundError)) throw error;
        }
      }),
    ),
  );
  for (const file of await listRevokedFiles(pool, atOnce)) {
    await attempt(async () => {
      if (await withdrawStagedFile(deps, file)) withdrawn += 1;
    });
  }
  if (errors.length > 0) {
    throw new AggregateError(errors, `work of revoked credentials not withdrawn: ${errors.length} failed`);
  }
  return withdrawn;
}
