import { DomainError } from '../../domain/errors.ts';
import { getPackageById } from '../../store/postgres/packages/packages.ts';
import { closeDraft, lockDraft } from '../../store/postgres/releases/drafts.ts';
import { listWaitingFiles } from '../../store/postgres/releases/staged-files.ts';
import type { Platform } from '../platform.ts';
import { isWithheld } from '../packages/withheld.ts';
import { withdrawn } from './authority.ts';
import { commitIdleDraft } from './commit-idle-draft.ts';
import { findOwnedRelease, type OwnedRef } from './owning-workflow.ts';
import { withdrawDraft } from './withdraw-draft.ts';

/** `waitSeconds`: the time until the next look; null when the draft is committed. */
export interface DraftStanding {
  waitSeconds: number | null;
}

/** A draft without a new file for this long is discarded, unless its own idle time commits it earlier. */
export const abandonedAfterSeconds = 24 * 3_600;

/** The time between two checks of a draft in quarantine, which can neither continue nor end. */
const frozenSeconds = 3_600;

/**
 * Checks whether a user or the idle time has committed the draft. The rows decide; a signal only causes a check. The
 * idle time commits for the user who opened the draft, who must still have the right to publish. Each check also
 * verifies the credentials of the uploaded files: a revoked one withdraws the draft.
 * @throws DomainError `invalid_state` when it was discarded or abandoned, `token_revoked`, `forbidden`
 */
export async function lookAtDraft({ pool }: Pick<Platform, 'pool'>, ref: OwnedRef): Promise<DraftStanding> {
  const standing = await pool.transaction(async (tx) => {
    const release = await findOwnedRelease(tx, ref);
    const draft = release && (await lockDraft(tx, release.id));
    if (!release || !draft || draft.isDiscarded) throw gone('the draft was thrown away');
    if (draft.isCommitted) return { waitSeconds: null };
    const pkg = await getPackageById(tx, release.packageId);
    if (isWithheld(pkg)) return { waitSeconds: frozenSeconds };
    const lost = await withdrawDraft(tx, pkg, release);
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
    // recorded before the transaction ends: later files open another draft
    await closeDraft(tx, release.id, 'discarded');
    return null;
  });
  if (standing === null) throw gone('nothing has come to the draft for too long');
  if ('why' in standing) throw withdrawn(standing);
  return standing;
}

const gone = (detail: string) => new DomainError('invalid_state', detail);
