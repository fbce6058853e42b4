import { activityInfo } from '@temporalio/activity';
import type { EcosystemId } from '../domain/ecosystem-id.ts';
import { DomainError } from '../domain/errors.ts';
import { isBlocking } from '../domain/findings.ts';
import { type HoldReason, reasonToWait } from '../domain/release.ts';
import { boundedId } from '../domain/workflow-id.ts';
import { asksForApproval } from '../domain/visibility.ts';
import type { Formats } from '../ecosystems/format.ts';
import { findPolicyHold, heldByPolicy } from '../services/policies/judge.ts';
import { listLostAuthority, type LostAuthority, withdrawn } from '../services/publishing/authority.ts';
import { isRemoval, listOpenDecisions } from '../store/postgres/releases/decisions.ts';
import { listOpenFindings } from '../store/postgres/findings/findings.ts';
import { getPackageById } from '../store/postgres/packages/packages.ts';
import type { Queryable } from '../store/postgres/pool.ts';
import { findReleaseById, type ReleaseRow } from '../store/postgres/releases/releases.ts';
import { findUpload, type UploadRow } from '../store/postgres/releases/uploads.ts';
import { ids, scanFailed } from '../workflows/definitions.ts';
import type { ReleaseRef } from './publish-deps.ts';

const credentialRevoked = 'credential_revoked' satisfies HoldReason;

/** Of the running step; it is known to the worker itself, whatever the workflow was told. */
export function runningWorkflowId(): string {
  return activityInfo().workflowExecution?.workflowId ?? '';
}

/**
 * Whoever reaches the workflow service can start a workflow with any ids: a step acts only on what the rows say its
 * own workflow carries. @throws DomainError `invalid_state` for ids that do not belong together
 */
export async function findReleaseOfWorkflow(
  db: Queryable,
  ref: ReleaseRef,
  workflowId: string,
): Promise<ReleaseRow | null> {
  const release = await findReleaseById(db, ref.releaseId);
  if (!release) return null;
  const { packageId, uploadId } = ref;
  const isOurs = release.packageId === packageId && release.uploadId === uploadId;
  if (isOurs && release.workflowId === workflowId) return release;
  throw new DomainError('invalid_state', 'another workflow handles this release');
}

/** Whether this workflow is the one that publishes what was uploaded, by the names that the upload declares. */
export function isCarrierOf(ecosystems: Formats, upload: UploadRow, workflowId: string): boolean {
  const isForPublishing = upload.purpose === null || upload.purpose.kind === 'publish';
  if (!isForPublishing || !ecosystems.all.some(({ id }) => id === upload.ecosystem)) return false;
  const { id, names, versions } = ecosystems.get(upload.ecosystem as EcosystemId);
  const { name, version } = upload.declared;
  return workflowId === boundedId(ids.publish(id, names.canonical(name), versions.canonical(version)));
}

/**
 * What stands against making the release visible, or null: judged from rows alone, so that nothing that a workflow
 * was told can stand in for a scan, a resolved finding or a person's approval. Those who brought it are asked for their
 * authority again, in the transaction that makes it visible.
 * @throws DomainError `token_revoked` where they have lost it before a person was asked
 */
export async function findObstacle(db: Queryable, release: ReleaseRow): Promise<string | null> {
  // nobody has looked inside
  if (release.publication === null) return scanFailed;
  const isBlocked = (await listOpenFindings(db, release.id)).some(isBlocking);
  const verdict = (await listOpenDecisions(db, release.id)).find(({ kind }) => kind !== 'recheck');
  // to be thrown away: whoever carries it finds the decision when it asks
  if (verdict && isRemoval(verdict)) return release.statusReason ?? 'awaiting_approval';
  const isApproved = verdict?.kind === 'approve';
  const isUnaccepted = ({ key }: LostAuthority) => !(isApproved && verdict.accepts.includes(key));
  const [lost] = release.publishedAt === null ? (await listLost(db, release)).filter(isUnaccepted) : [];
  if (lost) {
    // no person has been asked about it: it is withdrawn as what is under way
    if (release.statusReason === null) throw withdrawn(lost);
    if (!isBlocked) return credentialRevoked;
  }
  // its approvals are those of administrators of the platform: others are not noted
  if (release.isHeldByPlatform && !isApproved && !isBlocked) return heldByPolicy;
  const needsApproval = release.publishedAt === null && (await waitsForApproval(db, release));
  // what was visible is judged by findings and by people alone
  const isNew = release.publishedAt === null && !isApproved;
  const policyHold = isNew ? await findPolicyHold(db, { release, joining: [], isVisible: false }) : null;
  return reasonToWait({ reason: release.statusReason, isApproved, needsApproval, policyHold }, isBlocked);
}

async function listLost(db: Queryable, release: ReleaseRow): Promise<LostAuthority[]> {
  return listLostAuthority(db, await getPackageById(db, release.packageId), release);
}

async function waitsForApproval(db: Queryable, release: ReleaseRow): Promise<boolean> {
  const upload = await findUpload(db, release.uploadId);
  if (!upload || upload.actor.asksForApproval === true) return true;
  return asksForApproval((await getPackageById(db, release.packageId)).repositoryKind);
}
