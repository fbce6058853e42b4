import { DomainError } from '../domain/errors.ts';
import { withdrawn } from '../services/publishing/authority.ts';
import { commitIdleDraft } from '../services/publishing/commit-idle-draft.ts';
import { withdrawDraft } from '../services/publishing/withdraw-draft.ts';
import { getPackageById } from '../store/postgres/packages/packages.ts';
import { closeDraft, lockDraft } from '../store/postgres/releases/drafts.ts';
import { listWaitingFiles } from '../store/postgres/releases/staged-files.ts';
import type { PublishDeps, ReleaseRef } from './publish-deps.ts';
import { findReleaseOfWorkflow } from './workflow-release.ts';

/** `waitSeconds`: for so long nobody has to look again; null when all has come. */
export interface DraftStanding {
  waitSeconds: number | null;
}

/** A draft that nothing has come to for so long is thrown away, unless it commits itself before. */
export const abandonedAfterSeconds = 24 * 3_600;

/**
 * Whether people or time have committed the draft. Its rows say so alone: a signal only has it looked at. Time commits
 * for the person who opened it, who must still have the right. Those who brought its files are asked as well, at each look:
 * one that has lost the authority takes the draft along.
 * @throws DomainError `invalid_state` when it was thrown away, or left lying, `token_revoked`, `forbidden`
 */
export async function lookAtDraft(
  { pool, carrier }: Pick<PublishDeps, 'pool' | 'carrier'>,
  ref: ReleaseRef,
): Promise<DraftStanding> {
  const standing = await pool.transaction(async (tx) => {
    const release = await findReleaseOfWorkflow(tx, ref, carrier());
    const draft = release && (await lockDraft(tx, release.id));
    if (!release || !draft || draft.isDiscarded) throw gone('the draft was thrown away');
    if (draft.isCommitted) return { waitSeconds: null };
    const lost = await withdrawDraft(tx, await getPackageById(tx, release.packageId), release);
    if (lost) return lost;
    const isIdle = draft.idleSeconds !== null && draft.restingSeconds >= draft.idleSeconds;
    const hasFiles = (await listWaitingFiles(tx, release.id)).length > 0;
    if (isIdle && hasFiles) {
      await commitIdleDraft(tx, release);
      return { waitSeconds: null };
    }
    const limit = hasFiles ? (draft.idleSeconds ?? abandonedAfterSeconds) : abandonedAfterSeconds;
    const left = limit - draft.restingSeconds;
    if (left > 0) return { waitSeconds: Math.ceil(left) };
    // on record before the transaction ends: what comes from now on begins another draft
    await closeDraft(tx, release.id, 'discarded');
    return null;
  });
  if (standing === null) throw gone('nothing has come to the draft for too long');
  if ('why' in standing) throw withdrawn(standing);
  return standing;
}

const gone = (detail: string) => new DomainError('invalid_state', detail);
