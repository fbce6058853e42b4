import { holdsForPlatform } from '../../domain/authorize.ts';
import type { Caller } from '../../domain/caller.ts';
import { DomainError } from '../../domain/errors.ts';
import { isReadable } from '../../domain/release.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { unchanged } from '../../store/postgres/packages/catalog.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import {
  listOpenDecisions,
  lockReleaseState,
  settleDecisions,
} from '../../store/postgres/releases/decisions.ts';
import {
  findReleaseById,
  type ReleaseRow,
  setHeldByPlatform,
} from '../../store/postgres/releases/releases.ts';
import { afterChange, type AfterChange } from '../packages/after-change.ts';
import { getPackageToChange, getReleaseOf, type NamedVersion, type Subject } from '../packages/find.ts';
import type { FoundRelease } from './get.ts';
import { carryHold, hideRelease } from './hide.ts';
import type { Platform } from '../platform.ts';
import { auditTarget } from '../packages/audit-target.ts';

/**
 * Hides a published release at once, until a user approves it again or rejects it. When a platform administrator holds
 * a release that is held already, the platform decides about it from then on.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `invalid_state`
 */
export async function holdRelease(
  platform: Pick<Platform, 'pool' | 'catalog' | 'decisions' | AfterChange>,
  caller: Caller,
  { version, ...named }: NamedVersion,
  { reason }: { reason: string },
): Promise<FoundRelease> {
  const subject = await getPackageToChange(platform, caller, named, 'hold');
  const { ecosystem } = subject;
  const { id } = await getReleaseOf(platform, caller, subject, version);
  let release: ReleaseRow | undefined;
  const result = await platform.catalog.changePackage(subject.pkg.id, async (tx, pkg) => {
    await lockReleaseState(tx, id);
    const found = await findReleaseById(tx, id);
    if (found && isTakenOver(caller, found)) {
      release = await takeOver(tx, caller, { ecosystem, pkg }, found, reason);
      return unchanged;
    }
    if (!found || !isReadable(found)) throw new DomainError('invalid_state', 'the release is not published');
    const why = { reason: 'policy_hold', explanation: reason } as const;
    release = await hideRelease(tx, caller, { ecosystem, pkg }, found, why);
    return release;
  });
  if (release === undefined) throw new Error('a transaction that ended has read the release');
  if (result !== unchanged) await carryHold(platform, subject.pkg, release);
  await afterChange(platform, subject.pkg);
  return { ...subject, release };
}

/** Whether the platform takes over a hold by users or policies of the owner. */
function isTakenOver({ actor }: Caller, release: ReleaseRow): boolean {
  const isHeld = release.state === 'quarantine' && release.statusReason !== null && !release.isHeldByPlatform;
  return isHeld && holdsForPlatform(actor, 'hold');
}

/** Decisions before that of the platform are void. Returns the release as it is after the change. */
async function takeOver(
  tx: Transaction,
  caller: Caller,
  { pkg }: Subject,
  release: ReleaseRow,
  explanation: string,
): Promise<ReleaseRow> {
  await setHeldByPlatform(tx, release.id, true);
  await settleDecisions(tx, await listOpenDecisions(tx, { releaseId: release.id }), 'void');
  const { ecosystem, name } = pkg;
  await writeAudit(tx, {
    ...auditTarget(caller, pkg, release),
    action: 'release_hold',
    metadata: { ecosystem, name, version: release.version, reason: release.statusReason, explanation },
  });
  return { ...release, isHeldByPlatform: true };
}
