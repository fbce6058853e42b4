import type { Actor, Performer } from '../../../domain/actor.ts';
import { holdsForPlatform } from '../../../domain/authorize.ts';
import { type Caller, performedBy } from '../../../domain/caller.ts';
import { aboutInput, DomainError, forbidden } from '../../../domain/errors.ts';
import { isBlocking } from '../../../domain/findings.ts';
import { writeAudit } from '../../../store/postgres/audit/audit.ts';
import {
  type DecisionSubject,
  insertDecision,
  listOpenDecisions,
  lockReleaseState,
  settleDecisions,
} from '../../../store/postgres/releases/decisions.ts';
import { listOpenFindings } from '../../../store/postgres/findings/findings.ts';
import { getPackageById } from '../../../store/postgres/packages/packages.ts';
import { findFileSet } from '../../../store/postgres/releases/file-sets.ts';
import { findHeldFile } from '../../../store/postgres/releases/staged-files.ts';
import type { Pool, Transaction } from '../../../store/postgres/pool.ts';
import { listLostAuthority } from '../../publishing/authority.ts';
import { assertAllAccepted } from '../accept-findings.ts';
import { lacksSecondPerson } from '../approvals.ts';
import { assertRemovable } from '../removable.ts';
import type { Held } from './held-release.ts';

export interface Verdict {
  kind: 'approve' | 'reject' | 'delete';
  reason: string | null;
  performer: Performer;
  /** Only platform administrators end holds of the platform, and remove withheld releases. */
  actor: Actor;
  /** Digest of the files that the user saw: an approval covers only these. Null: the request had no digest. */
  seen: string | null;
  /** For an approval: the user knows that uploaders have lost their authority. */
  acceptsRevoked?: boolean | undefined;
  /** For an approval of a joining file: ids of its accepted findings. */
  acceptsFindings?: readonly string[] | undefined;
}

/** Creates the verdict of the caller. */
export function verdictOf(
  caller: Caller,
  kind: Verdict['kind'],
  reason: string | null,
  seen: string | null = null,
): Verdict {
  return { kind, reason, performer: performedBy(caller), actor: caller.actor, seen };
}

const actions = { approve: 'release_approve', reject: 'release_reject', delete: 'release_delete' } as const;

/**
 * Records the verdict and its audit entry in one transaction, which makes it effective. The same verdict again changes
 * and records nothing. The caller has checked the rights. @throws DomainError `invalid_state`, `forbidden`,
 * `precondition_required`, `precondition_failed`
 */
export async function recordVerdict(pool: Pool, held: Held, verdict: Verdict): Promise<void> {
  await pool.transaction((tx) => noteVerdict(tx, held, verdict));
}

/** {@link recordVerdict} within a larger transaction. @throws as {@link recordVerdict} */
export async function noteVerdict(tx: Transaction, held: Held, verdict: Verdict): Promise<void> {
  const { releaseId, packageId, ecosystem, name, version } = held.input;
  const { kind, reason, performer, seen } = verdict;
  const subject = { releaseId, uploadId: held.file?.uploadId };
  await assertDecidable(tx, held, verdict);
  if (kind !== 'approve') await assertRemovable(tx, verdict.actor, { packageId, releaseId });
  const files = await findFileSet(tx, subject);
  const open = (await listOpenDecisions(tx, subject)).filter((earlier) => earlier.kind !== 'recheck');
  // an approval of other files does not count
  const stale = open.filter((each) => each.kind === 'approve' && each.filesDigest !== files.digest);
  const [earlier] = open.filter((each) => !stale.includes(each));
  if (kind === 'approve') assertSeen(seen, files.digest);
  if (earlier?.kind === kind) return;
  if (earlier) throw new DomainError('invalid_state', 'the release was already decided');
  let accepts: readonly string[] = [];
  if (kind === 'approve') {
    // a joining file with a revoked credential is refused when it joins
    accepts = held.wasVisible || held.file ? [] : await acceptLost(tx, held, verdict);
    if (held.file === undefined) await assertNothingBlocks(tx, releaseId);
    else accepts = await acceptFound(tx, { releaseId, uploadId: held.file.uploadId }, verdict);
    await assertSecondPerson(tx, { packageId, subject, performer });
  }
  await settleDecisions(tx, stale, 'void');
  await insertDecision(tx, { ...subject, kind, reason, performer, accepts }, files);
  await writeAudit(tx, {
    action: actions[kind],
    performer,
    targetOrgId: held.ownerOrgId,
    targetPackageId: packageId,
    targetReleaseId: releaseId,
    metadata: {
      ecosystem,
      name,
      version,
      reason,
      files_digest: files.digest,
      ...(held.file && { filename: held.file.filename }),
    },
  });
}

/** @throws DomainError `precondition_required`, `precondition_failed` */
function assertSeen(seen: string | null, digest: string): void {
  if (seen === digest) return;
  if (seen === null) {
    throw new DomainError(
      'precondition_required',
      'say which files you approve: read them, and send their files_digest, or their ETag as If-Match',
    );
  }
  throw new DomainError('precondition_failed', 'the files have changed since you looked: read them again');
}

/**
 * Records a recheck in the transaction that resolves a finding, once no finding blocks the release. The finding has
 * its own audit entry.
 */
export async function recordRecheck(tx: Transaction, releaseId: string, performer: Performer): Promise<void> {
  const release = await lockReleaseState(tx, releaseId);
  if (release?.state !== 'quarantine' || release.statusReason === null) return;
  if ((await listOpenFindings(tx, releaseId)).some(isBlocking)) return;
  const isNoted = (await listOpenDecisions(tx, { releaseId })).some(({ kind }) => kind === 'recheck');
  if (!isNoted) await insertDecision(tx, { releaseId, kind: 'recheck', reason: null, performer });
}

/** The workflow accepts decisions only while the release is held for a reason. */
async function assertDecidable(
  tx: Transaction,
  { input: { releaseId }, file }: Held,
  { actor }: Pick<Verdict, 'actor'>,
): Promise<void> {
  const release = await lockReleaseState(tx, releaseId);
  if (file) {
    const isHeld = (await findHeldFile(tx, { releaseId, uploadId: file.uploadId })) !== null;
    if (isHeld && release?.state === 'published') return;
    throw new DomainError(
      'invalid_state',
      isHeld
        ? 'its version is held itself: decide about that first'
        : 'the file does not wait for a decision',
    );
  }
  if (release?.state === 'quarantine' && release.statusReason !== null) {
    if (!release.isHeldByPlatform || holdsForPlatform(actor, 'triage')) return;
    throw forbidden('the platform holds this release: an administrator of the platform decides about it');
  }
  const now = release ? `it is ${release.state}` : 'it is gone';
  throw new DomainError('invalid_state', `the release is not held for a decision: ${now}`);
}

/**
 * An approval must acknowledge uploads of revoked credentials. A later revocation voids the approval.
 * @throws DomainError `invalid_state`
 */
async function acceptLost(
  tx: Transaction,
  { input: { releaseId, packageId, uploadId } }: Held,
  { acceptsRevoked = false }: Verdict,
): Promise<readonly string[]> {
  const pkg = await getPackageById(tx, packageId);
  const lost = await listLostAuthority(tx, pkg, { id: releaseId, uploadId });
  if (lost.length === 0 || acceptsRevoked) return lost.map(({ key }) => key);
  const why = lost.map((each) => each.why).join('; ');
  const detail = `since this was brought, ${why}: look at it, and say with accepts_revoked that it may become visible`;
  throw aboutInput('accepts_revoked', new DomainError('invalid_state', detail));
}

/**
 * Without a scan no findings can be accepted: an approval then requests a scan.
 * @throws DomainError `invalid_state`
 */
async function acceptFound(
  tx: Transaction,
  subject: { releaseId: string; uploadId: string },
  { acceptsFindings = [] }: Verdict,
): Promise<readonly string[]> {
  const file = await findHeldFile(tx, subject);
  if (file) assertAllAccepted(file, acceptsFindings);
  return acceptsFindings;
}

interface Decider {
  packageId: string;
  subject: DecisionSubject;
  performer: Performer;
}

/**
 * When two people are required, an uploader of any of the files can't be the second.
 * @throws DomainError `forbidden`
 */
async function assertSecondPerson(
  tx: Transaction,
  { packageId, subject, performer }: Decider,
): Promise<void> {
  if (!(await lacksSecondPerson(tx, packageId, subject, performer.userId))) return;
  throw forbidden(
    'the policy asks for two people, or for a cool-down: a person who brought none of the files approves',
  );
}

async function assertNothingBlocks(tx: Transaction, releaseId: string): Promise<void> {
  const blocking = (await listOpenFindings(tx, releaseId)).filter(isBlocking);
  if (blocking.length === 0) return;
  throw new DomainError(
    'invalid_state',
    `${blocking.length} blocking finding(s) are open: resolve them first`,
  );
}
