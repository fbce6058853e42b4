import { z } from 'zod';
import type { Performer } from '../../../domain/actor.ts';
import type { FileSet } from '../../../domain/file-set.ts';
import { ReleaseState } from '../../../domain/release.ts';
import { newId } from '../ids.ts';
import { type Queryable, sql, type Transaction } from '../pool.ts';

export const DecisionKind = z.enum(['approve', 'reject', 'delete', 'recheck', 'pass']);
export type DecisionKind = z.infer<typeof DecisionKind>;

/** Whether the decision removes the release: `delete` leaves a mark, so that the version is never used again. */
export function isRemoval({ kind }: { kind: DecisionKind }): boolean {
  return kind === 'reject' || kind === 'delete';
}

const DecisionRow = z.object({
  id: z.string(),
  kind: DecisionKind,
  reason: z.string().nullable(),
  actorUserId: z.string().nullable(),
  actorTokenId: z.string().nullable(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  accepts: z.array(z.string()).nullable(),
  filesDigest: z.string().nullable(),
});

/** The subject of a decision: a release, or a single file that waits to join one. */
export interface DecisionSubject {
  releaseId: string;
  /** The file of the decision; absent: the release, with the files that wait with it. */
  uploadId?: string | undefined;
}

/**
 * A decision about a held release or file. `recheck`: a finding was resolved, so the hold is checked again. `pass`:
 * no policy held the files, and no person was asked.
 */
export interface ReleaseDecision {
  id: string;
  kind: DecisionKind;
  reason: string | null;
  performer: Performer;
  /** For an approval: uploaders without their former authority whom its author knowingly accepts. */
  accepts: readonly string[];
  /** The digest of the approved files; null if the decision names no files, or was made before digests were stored. */
  filesDigest: string | null;
}

const HeldState = z.object({
  state: ReleaseState,
  statusReason: z.string().nullable(),
  isHeldByPlatform: z.boolean(),
});

/**
 * Locks the state of a release: until the transaction ends, no other one decides about the release or makes it
 * visible.
 */
export async function lockReleaseState(
  tx: Transaction,
  releaseId: string,
): Promise<z.infer<typeof HeldState> | null> {
  return tx.maybeOne(sql.type(HeldState)`
    select releases.state, releases.status_reason, releases.is_held_by_platform from releases where releases.id = ${releaseId}
    for no key update`);
}

export type NewDecision = DecisionSubject &
  Pick<ReleaseDecision, 'kind' | 'reason' | 'performer'> & { accepts?: readonly string[] };

/**
 * Inserts a decision in the transaction of its audit entry, under {@link lockReleaseState}. An approval names its
 * files.
 */
export async function insertDecision(
  tx: Transaction,
  decision: NewDecision,
  named: FileSet | null = null,
): Promise<void> {
  const { releaseId, uploadId = null, kind, reason, performer, accepts = [] } = decision;
  await tx.query(sql.typeAlias('void')`
    insert into release_decisions (id, release_id, upload_id, kind, reason, actor_user_id, actor_token_id, ip_address,
      user_agent, accepts, files, files_digest)
    values (${newId()}, ${releaseId}, ${uploadId}, ${kind}, ${reason}, ${performer.userId}, ${performer.tokenId},
      ${performer.ipAddress}, ${performer.userAgent}, ${sql.array([...accepts], 'text')}, ${filesOf(named)},
      ${named?.digest ?? null})`);
}

/** Records that no policy holds these files, which become visible in this transaction. */
export async function insertPass(tx: Transaction, subject: DecisionSubject, named: FileSet): Promise<void> {
  const { releaseId, uploadId = null } = subject;
  await tx.query(sql.typeAlias('void')`
    insert into release_decisions (id, release_id, upload_id, kind, files, files_digest, settled_at, outcome)
    values (${newId()}, ${releaseId}, ${uploadId}, 'pass', ${filesOf(named)}, ${named.digest}, now(), 'applied')`);
}

function filesOf(named: FileSet | null) {
  return named === null ? sql.fragment`null` : sql.fragment`${JSON.stringify(named.files)}::jsonb`;
}

/** Decisions that are not applied yet, in order. */
export async function listOpenDecisions(
  db: Queryable,
  { releaseId, uploadId }: DecisionSubject,
): Promise<readonly ReleaseDecision[]> {
  const rows = await db.any(sql.type(DecisionRow)`
    select release_decisions.id, release_decisions.kind, release_decisions.reason, release_decisions.actor_user_id,
      release_decisions.actor_token_id, release_decisions.ip_address, release_decisions.user_agent,
      release_decisions.accepts, release_decisions.files_digest
    from release_decisions
    where release_decisions.release_id = ${releaseId} and release_decisions.settled_at is null
      and release_decisions.upload_id is not distinct from ${uploadId ?? null}::uuid
    order by release_decisions.id`);
  return rows.map(toDecision);
}

/** The last applied approval, or null. */
export async function findAppliedApproval(
  db: Queryable,
  { releaseId, uploadId }: DecisionSubject,
): Promise<ReleaseDecision | null> {
  const row = await db.maybeOne(sql.type(DecisionRow)`
    select release_decisions.id, release_decisions.kind, release_decisions.reason, release_decisions.actor_user_id,
      release_decisions.actor_token_id, release_decisions.ip_address, release_decisions.user_agent,
      release_decisions.accepts, release_decisions.files_digest
    from release_decisions
    where release_decisions.release_id = ${releaseId} and release_decisions.outcome = 'applied'
      and release_decisions.upload_id is not distinct from ${uploadId ?? null}::uuid and release_decisions.kind = 'approve'
    order by release_decisions.id desc limit 1`);
  return row && toDecision(row);
}

const Approver = z.object({ username: z.string() });

/** Names of people whose approval of these files is not applied yet. */
export async function listApprovers(
  db: Queryable,
  { releaseId, uploadId }: DecisionSubject,
  filesDigest: string,
): Promise<string[]> {
  const approvers = await db.any(sql.type(Approver)`
    select distinct users.username from release_decisions
    join users on users.id = release_decisions.actor_user_id
    where release_decisions.release_id = ${releaseId} and release_decisions.settled_at is null
      and release_decisions.upload_id is not distinct from ${uploadId ?? null}::uuid
      and release_decisions.kind = 'approve' and release_decisions.files_digest = ${filesDigest}
    order by users.username`);
  return approvers.map(({ username }) => username);
}

const Ending = z.object({
  kind: z.enum(['approve', 'reject', 'pass']),
  reason: z.string().nullable(),
  files: z.array(z.object({ filename: z.string(), sha256: z.string() })),
  filesDigest: z.string(),
});
export type FileEnding = z.infer<typeof Ending>;

/** The result for a separately waiting file; null while it waits, and for a file without a separate wait. */
export async function findFileEnding(
  db: Queryable,
  { releaseId, uploadId }: { releaseId: string; uploadId: string },
): Promise<FileEnding | null> {
  return db.maybeOne(sql.type(Ending)`
    select release_decisions.kind, release_decisions.reason, release_decisions.files, release_decisions.files_digest
    from release_decisions
    where release_decisions.release_id = ${releaseId} and release_decisions.upload_id = ${uploadId}
      and release_decisions.outcome = 'applied' and release_decisions.kind in ('approve', 'reject', 'pass')
    order by release_decisions.id desc limit 1`);
}

function toDecision(row: z.infer<typeof DecisionRow>): ReleaseDecision {
  const { actorUserId: userId, actorTokenId: tokenId, ipAddress, userAgent, accepts, ...decision } = row;
  return { ...decision, accepts: accepts ?? [], performer: { userId, tokenId, ipAddress, userAgent } };
}

/** `void`: another decision was first, or prevented it. A settled decision stays unchanged. */
export async function settleDecisions(
  db: Queryable,
  decisions: readonly { id: string }[],
  outcome: 'applied' | 'void',
): Promise<void> {
  if (decisions.length === 0) return;
  const ids = decisions.map(({ id }) => id);
  await db.query(sql.typeAlias('void')`
    update release_decisions set settled_at = now(), outcome = ${outcome}
    where release_decisions.id = any(${sql.array(ids, 'uuid')}) and release_decisions.settled_at is null`);
}

/**
 * Voids unapplied approvals of releases and files of the packages: they were given for the packages' former place.
 * Every statement that gives packages another repository, or their repository another owner, calls it.
 */
export async function voidApprovals(db: Queryable, packageIds: readonly string[]): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update release_decisions set settled_at = now(), outcome = 'void'
    from releases
    where releases.package_id = any(${sql.array([...packageIds], 'uuid')})
      and release_decisions.release_id = releases.id and release_decisions.settled_at is null
      and release_decisions.kind = 'approve'`);
}
