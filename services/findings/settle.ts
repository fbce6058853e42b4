import { validate as isUuid } from 'uuid';
import { canResolve } from '../../domain/access.ts';
import { holdsForPlatform } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { forbidden, notFound } from '../../domain/errors.ts';
import { isBlocking, type Resolution } from '../../domain/findings.ts';
import { isReadable } from '../../domain/release.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { getFinding, type ListedFinding } from '../../store/postgres/findings/finding-list.ts';
import { listOpenFindings } from '../../store/postgres/findings/findings.ts';
import {
  lockFinding,
  type LockedFinding,
  settleFinding,
  type Verdict,
} from '../../store/postgres/findings/finding-write.ts';
import type { PackageRow } from '../../store/postgres/packages/packages.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { listUploaders } from '../../store/postgres/releases/release-uploaders.ts';
import {
  findReleaseById,
  type ReleaseRow,
  setHeldByPlatform,
} from '../../store/postgres/releases/releases.ts';
import { afterChange, type AfterChange } from '../packages/after-change.ts';
import { type Changeable, getPackageToChange, type Named } from '../packages/find.ts';
import { heldRelease } from '../releases/decisions/held-release.ts';
import { recordRecheck } from '../releases/decisions/record.ts';
import { carryHold, hideRelease } from '../releases/hide.ts';
import type { Configured, Platform } from '../platform.ts';
import { auditTarget } from '../packages/audit-target.ts';
import { shownTo } from './shown.ts';

export interface SettleCommand {
  isResolved: boolean;
  resolution: Resolution | null;
  note: string | null;
}

/**
 * Resolves or reopens a finding. A blocking finding hides its release; after the last one is resolved it is published
 * again.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`
 */
export async function settlePackageFinding(
  platform: Pick<Platform, 'pool' | 'catalog' | 'decisions' | AfterChange> & Configured<'findings'>,
  caller: Caller,
  { id, ...named }: Named & { id: string },
  command: SettleCommand,
): Promise<ListedFinding> {
  if (command.isResolved) return resolvePackageFinding(platform, caller, { id, ...named }, command);
  const subject = await getPackageToChange(platform, caller, named, 'triage');
  const verdict = { ...command, userId: subject.user.userId };
  const release = await reopen(platform, caller, subject, id, verdict);
  if (release) await carryHold(platform, subject.pkg, release);
  await afterChange(platform, subject.pkg);
  return shownTo(await getFinding(platform.pool, id), caller.actor, true);
}

/**
 * Resolves a finding. The last blocking one of a held release continues its publish.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`
 */
export async function resolvePackageFinding(
  platform: Pick<Platform, 'pool' | 'decisions'> & Configured<'findings'>,
  caller: Caller,
  { id, ...named }: Named & { id: string },
  { resolution, note }: Pick<SettleCommand, 'resolution' | 'note'>,
): Promise<ListedFinding> {
  const subject = await getPackageToChange(platform, caller, named, 'triage');
  const verdict = { isResolved: true, resolution, note, userId: subject.user.userId };
  const release = await resolve(platform, caller, subject, id, verdict);
  if (release) await platform.decisions.wake(heldRelease(subject.pkg, release));
  return shownTo(await getFinding(platform.pool, id), caller.actor, true);
}

/** Changes the finding and writes its audit entry. A repeated call changes and records nothing. */
async function settle(
  tx: Transaction,
  caller: Caller,
  pkg: PackageRow,
  findingId: string,
  verdict: Verdict,
): Promise<LockedFinding> {
  const finding = isUuid(findingId) ? await lockFinding(tx, pkg.id, findingId) : null;
  if (!finding) throw notFound('finding');
  if (finding.isResolved === verdict.isResolved) return finding;
  await settleFinding(tx, findingId, verdict);
  await writeAudit(tx, {
    ...auditTarget(caller, pkg, { id: finding.releaseId }),
    action: verdict.isResolved ? 'security_finding_resolve' : 'security_finding_reopen',
    metadata: {
      finding_id: findingId,
      kind: finding.kind,
      severity: finding.severity,
      resolution: verdict.resolution,
    },
  });
  return finding;
}

/** Resolves a finding in one transaction, and records a recheck for the workflow. Returns the held release. */
function resolve(
  platform: Pick<Platform, 'pool'> & Configured<'findings'>,
  caller: Caller,
  subject: Changeable,
  findingId: string,
  verdict: Verdict,
): Promise<ReleaseRow | null> {
  return platform.pool.transaction(async (tx) => {
    const { found, release } = await resolveIn(tx, platform, caller, subject, { findingId, verdict });
    // a repeated request has recorded its recheck already; another signal is harmless
    if (!found.isResolved) await recordRecheck(tx, found.releaseId, performedBy(caller));
    return release?.state === 'quarantine' ? release : null;
  });
}

/**
 * Resolves a finding within a larger transaction, without a signal to the workflow.
 * @throws DomainError `not_found`, `forbidden`
 */
export async function resolveIn(
  tx: Transaction,
  { config }: Configured<'findings'>,
  caller: Caller,
  { pkg, user }: Changeable,
  { findingId, verdict }: { findingId: string; verdict: Verdict },
): Promise<{ found: LockedFinding; release: ReleaseRow | null }> {
  const { malwareResolvers } = config.findings;
  const found = isUuid(findingId) ? await lockFinding(tx, pkg.id, findingId) : null;
  if (!found) throw notFound('finding');
  const release = await findReleaseById(tx, found.releaseId);
  const finding = { kind: found.kind, uploaders: await listUploaders(tx, { releaseId: found.releaseId }) };
  if (!canResolve(pkg, user, finding, malwareResolvers)) throw forbidden(whoResolves[malwareResolvers]);
  await settle(tx, caller, pkg, findingId, verdict);
  // a user who may end a hold by the platform has checked its reason
  if (release?.isHeldByPlatform && !found.isResolved && holdsForPlatform(user, 'triage'))
    await endPlatformHold(tx, release);
  return { found, release };
}

/** Ends a hold for findings when no blocking finding is left. A hold for another reason ends by an approval. */
async function endPlatformHold(tx: Transaction, { id, statusReason }: ReleaseRow): Promise<void> {
  if (statusReason !== 'blocked_by_findings' || (await listOpenFindings(tx, id)).some(isBlocking)) return;
  await setHeldByPlatform(tx, id, false);
}

const whoResolves = {
  admins: 'findings of malware are resolved by platform administrators',
  triagers: 'findings of malware are resolved by a person who uploaded none of its files',
} as const;

/**
 * Reopens a finding in one transaction with its effects: a blocking one hides its release. Returns the hidden release.
 */
function reopen(
  { catalog }: Pick<Platform, 'catalog'>,
  caller: Caller,
  { ecosystem, pkg: { id } }: Changeable,
  findingId: string,
  verdict: Verdict,
): Promise<ReleaseRow | null> {
  return catalog.changePackage(id, async (tx, pkg) => {
    const finding = await settle(tx, caller, pkg, findingId, verdict);
    const release = await findReleaseById(tx, finding.releaseId);
    if (!release || !isBlocking(finding)) return null;
    if (isReadable(release)) {
      const why = { reason: 'blocked_by_findings', explanation: null } as const;
      await hideRelease(tx, caller, { ecosystem, pkg }, release, why);
    }
    // also for a repeated request: the first one may have failed after its commit
    return release.publishedAt === null ? null : release;
  });
}
