import { DomainError } from '../../domain/errors.ts';
import { isBlocking } from '../../domain/findings.ts';
import { type HoldReason, isReadable, reasonToWait } from '../../domain/release.ts';
import { asksForApproval } from '../../domain/visibility.ts';
import { fingerprint, listOpenFindings } from '../../store/postgres/findings/findings.ts';
import { getPackageById } from '../../store/postgres/packages/packages.ts';
import type { Queryable } from '../../store/postgres/pool.ts';
import {
  type DecisionSubject,
  findAppliedApproval,
  isRemoval,
  listOpenDecisions,
  type ReleaseDecision,
} from '../../store/postgres/releases/decisions.ts';
import { findFileSet } from '../../store/postgres/releases/file-sets.ts';
import type { ReleaseRow } from '../../store/postgres/releases/releases.ts';
import { listWaitingFiles, type WaitingFile } from '../../store/postgres/releases/staged-files.ts';
import { findUpload } from '../../store/postgres/releases/uploads.ts';
import { renderFailed, scanFailed } from '../../workflows/definitions.ts';
import { findPolicyHold, heldByPolicy, type Joining } from '../policies/judge.ts';
import { listLostAuthority, withdrawn } from '../publishing/authority.ts';
import { lacksSecondPerson } from './approvals.ts';
import { isUnscanned } from './scan-failure.ts';

const credentialRevoked = 'credential_revoked' satisfies HoldReason;

/** A file that joins a visible release: it has separate decisions. */
export type JoiningVisible = Omit<WaitingFile, 'kind' | 'contentType' | 'isSigned' | 'signatureKeyId'>;

/**
 * Returns the obstacle to making files visible, or null: files of a release with everything that waits with it, or one
 * file that joins a visible release. Only rows count, so that no input of a workflow can replace a scan, a resolved
 * finding or an approval. An approval counts for exactly the files that it names. The authority of the uploaders is
 * checked again, in the transaction that makes the release visible.
 * @throws DomainError `token_revoked` when authority was lost before the release was held
 */
export async function findObstacle(
  db: Queryable,
  release: ReleaseRow,
  file?: JoiningVisible,
): Promise<string | null> {
  // the release was not scanned
  if (file === undefined && release.publication === null) return scanFailed;
  if (file?.findings === null)
    throw new DomainError('invalid_state', 'the file was not opened: send it again');
  const subject = { releaseId: release.id, uploadId: file?.id };
  const joining = (file ? [file] : await listWaitingFiles(db, release.id)).map(asJoining);
  const found = file ? [] : await listOpenFindings(db, release.id);
  const waiting = joining.flatMap(({ filename, upload }) =>
    (upload.findings ?? []).map((finding) => ({ ...finding, id: fingerprint(finding, filename) })),
  );
  const reason = file ? file.heldFor : release.statusReason;
  const decisions = await listOpenDecisions(db, subject);
  // a removal is recorded: the workflow finds it at its next check
  if (decisions.some(isRemoval)) return reason ?? 'awaiting_approval';
  if (file && isUnscanned(file.findings ?? [])) return scanFailed;
  const approval = await findValidApproval(db, release, subject, { reason, decisions });
  const isApproved = approval !== null;
  // an approval accepts findings of a joining file by their ids
  const open = file ? waiting.filter(({ id }) => approval?.accepts.includes(id) !== true) : waiting;
  const isBlocked = [...found, ...open].some(isBlocking);
  if (!file) {
    const isUnauthorized = await findLostAuthority(db, release, approval);
    if (isUnauthorized && !isBlocked) return credentialRevoked;
    // only approvals of platform administrators are recorded for such a release
    if (release.isHeldByPlatform && !isApproved && !isBlocked) return heldByPolicy;
  }
  const needsApproval =
    release.publishedAt === null || file ? await asksForPerson(db, release, joining) : false;
  const candidate = { release, joining, isVisible: isReadable(release) };
  const policyHold = isApproved ? null : await findPolicyHold(db, candidate);
  return reasonToWait({ reason, isApproved, needsApproval, policyHold }, isBlocked);
}

function asJoining(file: JoiningVisible): Joining {
  const { filename, stagedAt: cameAt, extractedBytes } = file;
  return { filename, upload: file, extracts: [{ sizeBytes: extractedBytes }], cameAt };
}

/**
 * Finds an approval of exactly the current files. An applied approval stays valid for the same files while only the
 * index can't be rendered.
 */
async function findValidApproval(
  db: Queryable,
  { packageId }: { packageId: string },
  subject: DecisionSubject,
  { reason, decisions }: { reason: string | null; decisions: readonly ReleaseDecision[] },
): Promise<ReleaseDecision | null> {
  const applied = reason === renderFailed ? await findAppliedApproval(db, subject) : null;
  const approvals = [...decisions.filter(({ kind }) => kind === 'approve'), ...(applied ? [applied] : [])];
  if (approvals.length === 0) return null;
  const { digest } = await findFileSet(db, subject);
  for (const approval of approvals) {
    if (approval.filesDigest !== digest) continue;
    if (!(await lacksSecondPerson(db, packageId, subject, approval.performer.userId))) return approval;
  }
  return null;
}

/**
 * Whether the uploaders of an invisible release lost their authority, unless an approval acknowledges it.
 * @throws DomainError `token_revoked` when the release was never held: it is withdrawn like every unfinished publish
 */
async function findLostAuthority(
  db: Queryable,
  release: ReleaseRow,
  approval: ReleaseDecision | null,
): Promise<boolean> {
  if (release.publishedAt !== null) return false;
  const all = await listLostAuthority(db, await getPackageById(db, release.packageId), release);
  const [lost] = all.filter(({ key }) => approval?.accepts.includes(key) !== true);
  if (lost && release.statusReason === null) throw withdrawn(lost);
  return lost !== undefined;
}

/** Whether the repository or an upload of one of the files requires an approval. */
async function asksForPerson(
  db: Queryable,
  release: ReleaseRow,
  joining: readonly Joining[],
): Promise<boolean> {
  if (joining.some(({ upload }) => upload.actor.asksForApproval === true)) return true;
  if (!isReadable(release)) {
    const upload = await findUpload(db, release.uploadId);
    if (!upload || upload.actor.asksForApproval === true) return true;
  }
  return asksForApproval((await getPackageById(db, release.packageId)).repositoryKind);
}
