import { system } from '../../domain/actor.ts';
import type { ScanFinding } from '../../domain/findings.ts';
import { isReadable } from '../../domain/release.ts';
import { RenderFailure } from '../../domain/render-failure.ts';
import { recordHold } from './record-hold.ts';
import {
  isRemoval,
  listOpenDecisions,
  lockReleaseState,
  settleDecisions,
} from '../../store/postgres/releases/decisions.ts';
import { reopenFindingsOf, resolveFindingsOf, saveFindings } from '../../store/postgres/findings/findings.ts';
import { noteFailedAttempt } from '../../store/postgres/jobs/jobs.ts';
import { lockPackage } from '../../store/postgres/packages/packages.ts';
import type { Queryable } from '../../store/postgres/pool.ts';
import { findReleaseById, setReleaseState } from '../../store/postgres/releases/releases.ts';
import { renderFailed, type RunRef } from '../../workflows/definitions.ts';
import type { Platform } from '../platform.ts';

/** Attempts in a row before the release is held. */
const attemptsToRender = 2;

const scanner = 'renderer/1';

interface Candidate {
  releaseId: string;
  packageId: string;
}

/** The number of a step's attempt, and its run. */
export interface Attempt {
  number: number;
  run: RunRef;
}

/**
 * Makes a release visible, or holds it with the reason `render_failed` after a few attempts to render its index. The
 * visible state of the package does not change then. A release that was never held is refused instead if its package
 * has become too large, so that its publisher gets an error at once.
 */
export async function publishOrHold(
  platform: Pick<Platform, 'pool' | 'log'>,
  ref: Candidate,
  attempt: Attempt,
  publish: () => Promise<string | null>,
): Promise<string | null> {
  try {
    return await publish();
  } catch (error) {
    if (!(error instanceof RenderFailure)) throw error;
    const isTooLarge = error.problem === 'too_large';
    if (!isTooLarge && attempt.number < attemptsToRender) throw error;
    if (isTooLarge && (await findReleaseById(platform.pool, ref.releaseId))?.state === 'scanning')
      throw error;
    return holdUnrendered(platform, ref, attempt, error);
  }
}

async function holdUnrendered(
  { pool, log }: Pick<Platform, 'pool' | 'log'>,
  ref: Candidate,
  { number, run }: Attempt,
  failure: RenderFailure,
): Promise<string | null> {
  const { releaseId, packageId } = ref;
  const reason = failure.report;
  log.warn({ releaseId, packageId, reason }, 'a release is held: its index can not be rendered');
  return pool.transaction(async (tx) => {
    const pkg = await lockPackage(tx, packageId);
    await lockReleaseState(tx, releaseId);
    const release = await findReleaseById(tx, releaseId);
    if (!release || isReadable(release)) return null;
    const open = await listOpenDecisions(tx, { releaseId });
    // the workflow finds the removal at its next check
    if (open.some(isRemoval)) return release.statusReason ?? renderFailed;
    // these decisions have had their effect: only the index is left as an obstacle
    await settleDecisions(tx, open, 'applied');
    if (release.statusReason === renderFailed) {
      await setReleaseState(tx, releaseId, 'quarantine', renderFailed);
    } else {
      const details = { problem: failure.problem };
      await recordHold(tx, { performer: system, pkg, release, reason: renderFailed, details });
    }
    await saveFindings(tx, { id: releaseId, packageId, filename: '' }, [complaint(failure)]);
    await reopenFindingsOf(tx, releaseId, scanner);
    await noteFailedAttempt(tx, { ...run, attempts: number, lastError: reason });
    return renderFailed;
  });
}

/** The finding for managers of the release. It does not block: the release is held until its index can be rendered. */
function complaint({ message }: RenderFailure): ScanFinding {
  return {
    kind: 'policy_violation',
    severity: 'high',
    title: 'The index could not be rendered',
    description: `${message}. The registry tries again by itself, and when a manager approves the release.`,
    file: null,
    line: null,
    scanner,
  };
}

/** Resolves the finding of a release that has become visible. */
export async function clearRenderFailure(db: Queryable, releaseId: string): Promise<void> {
  await resolveFindingsOf(db, releaseId, scanner);
}
