import { activityInfo, log } from '@temporalio/activity';
import { system } from '../domain/actor.ts';
import type { ScanFinding } from '../domain/findings.ts';
import { isReadable } from '../domain/release.ts';
import { RenderFailure } from '../domain/render-failure.ts';
import { quarantineRelease } from '../services/releases/hide-release.ts';
import {
  isRemoval,
  listOpenDecisions,
  lockReleaseState,
  settleDecisions,
} from '../store/postgres/releases/decisions.ts';
import { reopenFindingsOf, resolveFindingsOf, saveFindings } from '../store/postgres/findings/findings.ts';
import { noteFailedAttempt } from '../store/postgres/jobs/jobs.ts';
import { lockPackage } from '../store/postgres/packages/packages.ts';
import type { Pool, Queryable } from '../store/postgres/pool.ts';
import { findReleaseById, setReleaseState } from '../store/postgres/releases/releases.ts';
import { renderFailed } from '../workflows/definitions.ts';

/** What can't be rendered is tried so often in a row. */
const attemptsToRender = 2;

const scanner = 'renderer/1';

interface Parking {
  releaseId: string;
  packageId: string;
}

/**
 * Makes a release visible, or parks it: one whose index can't be rendered is held after bounded attempts, for as long
 * as that is so, and nobody waits for it. What the package shows stays as it was. A release that nobody has held
 * before, of a package that has become too large, is refused instead, so that its publisher gets an error at once.
 */
export async function publishOrPark(
  pool: Pool,
  ref: Parking,
  publish: () => Promise<string | null>,
): Promise<string | null> {
  try {
    return await publish();
  } catch (error) {
    if (!(error instanceof RenderFailure)) throw error;
    const isTooLarge = error.problem === 'too_large';
    if (!isTooLarge && activityInfo().attempt < attemptsToRender) throw error;
    if (isTooLarge && (await findReleaseById(pool, ref.releaseId))?.state === 'scanning') throw error;
    return park(pool, ref, error);
  }
}

async function park(pool: Pool, ref: Parking, failure: RenderFailure): Promise<string | null> {
  const { releaseId, packageId } = ref;
  const reason = failure.report;
  log.warn('a release is held: its index can not be rendered', { releaseId, packageId, reason });
  return pool.transaction(async (tx) => {
    const pkg = await lockPackage(tx, packageId);
    await lockReleaseState(tx, releaseId);
    const release = await findReleaseById(tx, releaseId);
    if (!release || isReadable(release)) return null;
    const open = await listOpenDecisions(tx, { releaseId });
    // to be thrown away: whoever carries it finds the decision when it asks
    if (open.some(isRemoval)) return release.statusReason ?? renderFailed;
    // they had the effect that they could have: nothing but the index stands against the release
    await settleDecisions(tx, open, 'applied');
    const { attempt, workflowExecution: run } = activityInfo();
    if (release.statusReason === renderFailed) {
      await setReleaseState(tx, releaseId, 'quarantine', renderFailed);
    } else {
      const details = { problem: failure.problem };
      await quarantineRelease(tx, { performer: system, pkg, release, reason: renderFailed, details });
    }
    await saveFindings(tx, { id: releaseId, packageId, filename: '' }, [complaint(failure)]);
    await reopenFindingsOf(tx, releaseId, scanner);
    if (run) await noteFailedAttempt(tx, { ...run, attempts: attempt, lastError: reason });
    return renderFailed;
  });
}

/** Tells those who manage the release. Not blocking by itself: the release rests until its index can be rendered. */
function complaint({ message }: RenderFailure): ScanFinding {
  return {
    kind: 'policy_violation',
    severity: 'high',
    title: 'The index could not be rendered',
    description: `${message}. The registry tries again by itself, and when somebody approves the release.`,
    file: null,
    line: null,
    scanner,
  };
}

/** A release that is visible after all has nothing to complain about. */
export async function clearRenderFailure(db: Queryable, releaseId: string): Promise<void> {
  await resolveFindingsOf(db, releaseId, scanner);
}
