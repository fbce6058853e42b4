import type { Logger } from '../../config/logging.ts';
import { holdsForPlatform } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { assertMove, type HoldReason } from '../../domain/release.ts';
import { describePackage, type PackageRow } from '../../store/postgres/packages/packages.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { findDescription } from '../../store/postgres/releases/release-description.ts';
import { listVersionKeys } from '../../store/postgres/releases/release-pages.ts';
import { findRelease, type ReleaseRow, setHeldByPlatform } from '../../store/postgres/releases/releases.ts';
import { outdateEntry } from '../../store/postgres/search/search-narrowing.ts';
import type { Subject } from '../packages/find.ts';
import { recordHold } from './record-hold.ts';
import { heldRelease, type ReleaseDecisions } from './decisions/held-release.ts';

interface Hiding {
  reason: HoldReason;
  /** The explanation of a user. */
  explanation: string | null;
}

/**
 * Takes a visible release out of everything readers see; within `changePackage`, which renders the rest. A release that an
 * administrator of the platform hides is held by the platform. Returns the release as it is after the change.
 */
export async function hideRelease(
  tx: Transaction,
  caller: Caller,
  subject: Subject,
  release: ReleaseRow,
  { reason, explanation }: Hiding,
): Promise<ReleaseRow> {
  const { pkg } = subject;
  assertMove(release.state, 'quarantine');
  const { ecosystem, name } = pkg;
  const details = { ecosystem, name, version: release.version, explanation };
  await recordHold(tx, { performer: performedBy(caller), pkg, release, reason, details });
  const isOfPlatform = holdsForPlatform(caller.actor, 'hold');
  if (isOfPlatform) await setHeldByPlatform(tx, release.id, true);
  await outdateEntry(tx, pkg.id);
  await describeByRest(tx, subject, release);
  const isHeldByPlatform = release.isHeldByPlatform || isOfPlatform;
  return { ...release, state: 'quarantine', statusReason: reason, isHeldByPlatform };
}

/** The package's page shows texts of the newest release. When it is hidden, the next one supplies them. */
async function describeByRest(
  tx: Transaction,
  { ecosystem, pkg }: Subject,
  hidden: ReleaseRow,
): Promise<void> {
  const { compare } = ecosystem.versions;
  const keys = await listVersionKeys(tx, pkg.id, { includeUnreleased: false });
  const newestKey = keys.toSorted(compare).at(-1);
  if (newestKey === undefined || compare(newestKey, hidden.versionKey) > 0) return;
  const newest = await findRelease(tx, pkg.id, newestKey);
  const description = newest && (await findDescription(tx, newest.id));
  if (description) await describePackage(tx, newest, description);
}

/** Runs after the commit. While the workflow service is unreachable, the reconciler repeats it. */
export async function carryHold(
  { decisions, log }: { decisions: ReleaseDecisions; log: Pick<Logger, 'warn'> },
  pkg: PackageRow,
  release: ReleaseRow,
): Promise<void> {
  try {
    await decisions.hold(heldRelease(pkg, release));
  } catch (error) {
    log.warn({ err: error, releaseId: release.id }, 'the hold is left to the reconciler');
  }
}
