import type { FastifyRequest } from 'fastify';
import type { Performer } from '../../../../../domain/actor.ts';
import { assertMove, type HoldReason } from '../../../../../domain/release.ts';
import { writeAudit } from '../../../../../store/postgres/audit/audit.ts';
import { describePackage, type PackageRow } from '../../../../../store/postgres/packages/packages.ts';
import type { Transaction } from '../../../../../store/postgres/pool.ts';
import { findDescription } from '../../../../../store/postgres/releases/release-description.ts';
import { listVersionKeys } from '../../../../../store/postgres/releases/release-pages.ts';
import {
  findRelease,
  type ReleaseRow,
  setReleaseState,
} from '../../../../../store/postgres/releases/releases.ts';
import { forgetInSearch } from '../../../../../store/postgres/search/search-narrowing.ts';
import { heldRelease } from '../../../../../services/releases/decisions/held-release.ts';
import type { ManagementDeps } from '../../../deps.ts';
import type { Subject } from '../find.ts';

interface Hiding {
  reason: HoldReason;
  /** In a person's words. */
  explanation: string | null;
  performer: Performer;
}

/** Takes a visible release out of everything readers see; within `changePackage`, which renders the rest. */
export async function hideRelease(
  tx: Transaction,
  subject: Subject,
  release: ReleaseRow,
  { reason, explanation, performer }: Hiding,
): Promise<void> {
  const { pkg } = subject;
  assertMove(release.state, 'quarantine');
  await setReleaseState(tx, release.id, 'quarantine', reason);
  await forgetInSearch(tx, pkg.id);
  await describeByRest(tx, subject, release);
  await writeAudit(tx, {
    action: 'release_hold',
    performer,
    targetOrgId: pkg.ownerOrgId,
    targetPackageId: pkg.id,
    targetReleaseId: release.id,
    metadata: { ecosystem: pkg.ecosystem, name: pkg.name, version: release.version, reason, explanation },
  });
}

/** The package's page has its texts from the newest release: they go with it. */
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

/** After the commit. Where the workflow service is away, the reconciler does it later. */
export async function carryHold(
  { decisions }: Pick<ManagementDeps, 'decisions'>,
  request: FastifyRequest,
  pkg: PackageRow,
  release: ReleaseRow,
): Promise<void> {
  try {
    await decisions.hold(heldRelease(pkg, release));
  } catch (error) {
    request.log.warn({ err: error, releaseId: release.id }, 'the hold is left to the reconciler');
  }
}
