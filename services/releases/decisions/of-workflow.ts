import {
  type DecisionKind,
  isRemoval,
  listOpenDecisions,
  lockReleaseState,
  type ReleaseDecision,
  settleDecisions,
} from '../../../store/postgres/releases/decisions.ts';
import type { NotedDecision } from '../../../workflows/definitions.ts';
import type { Platform } from '../../platform.ts';
import { findOwnedRelease, type OwnedRef, withdrawnMeanwhile } from '../../publishing/owning-workflow.ts';
import { findObstacle } from '../obstacle.ts';
import { rejectHeld } from '../reject-held.ts';

/** The oldest open decision about a held release, for its workflow. */
export async function findOpenDecision(
  { pool }: Pick<Platform, 'pool'>,
  ref: OwnedRef,
): Promise<NotedDecision | null> {
  const release = await findOwnedRelease(pool, ref);
  const [next] = release ? await listOpenDecisions(pool, { releaseId: release.id }) : [];
  // the workflow treats all removals alike
  if (!next || next.kind === 'pass') return null;
  return { id: next.id, kind: next.kind === 'delete' ? 'reject' : next.kind, reason: next.reason };
}

/** Settles a decision that causes a new scan of the release. */
export async function takeDecision(
  { pool }: Pick<Platform, 'pool'>,
  ref: OwnedRef & { decisionId: string },
): Promise<void> {
  await pool.transaction(async (tx) => {
    await findOwnedRelease(tx, ref);
    const open = await listOpenDecisions(tx, { releaseId: ref.releaseId });
    const taken = open.filter((decision) => decision.id === ref.decisionId && !isRemoval(decision));
    await settleDecisions(tx, taken, 'applied');
  });
}

/**
 * Returns the obstacle that is left after the decisions so far, or null. Settles decisions that did not remove it.
 * @throws DomainError `invalid_state`
 */
export async function reviewObstacle(
  { pool }: Pick<Platform, 'pool'>,
  ref: OwnedRef,
): Promise<string | null> {
  return pool.transaction(async (tx) => {
    await lockReleaseState(tx, ref.releaseId);
    const release = await findOwnedRelease(tx, ref);
    if (!release) throw withdrawnMeanwhile();
    if (release.state === 'published') return null;
    const obstacle = await findObstacle(tx, release);
    if (obstacle === null) return null;
    const open = await listOpenDecisions(tx, { releaseId: release.id });
    await settleDecisions(tx, ofKind(open, 'recheck'), 'applied');
    await settleDecisions(tx, ofKind(open, 'approve'), 'void');
    return obstacle;
  });
}

/** Applies a recorded rejection: see {@link rejectHeld}. */
export async function applyRejection({ pool }: Pick<Platform, 'pool'>, ref: OwnedRef): Promise<void> {
  await pool.transaction(async (tx) => {
    if (await findOwnedRelease(tx, ref)) await rejectHeld(tx, ref);
  });
}

function ofKind(decisions: readonly ReleaseDecision[], kind: DecisionKind): ReleaseDecision[] {
  return decisions.filter((decision) => decision.kind === kind);
}
