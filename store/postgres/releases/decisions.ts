import { z } from 'zod';
import type { Performer } from '../../../domain/actor.ts';
import { ReleaseState } from '../../../domain/release.ts';
import { newId } from '../ids.ts';
import { type Queryable, sql, type Transaction } from '../pool.ts';

export const DecisionKind = z.enum(['approve', 'reject', 'delete', 'recheck']);
export type DecisionKind = z.infer<typeof DecisionKind>;

/** Whether the release is thrown away: `delete` leaves a mark, so that nobody takes its version again. */
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
});

/** What somebody said about a held release. `recheck`: a finding was resolved, look again. */
export interface ReleaseDecision {
  id: string;
  kind: DecisionKind;
  reason: string | null;
  performer: Performer;
  /** Of an approval: bringers whose lost authority its author knows of. */
  accepts: readonly string[];
}

const HeldState = z.object({
  state: ReleaseState,
  statusReason: z.string().nullable(),
  isHeldByPlatform: z.boolean(),
});

/** Until the end of the transaction nobody decides about the release and nothing makes it visible. */
export async function lockReleaseState(
  tx: Transaction,
  releaseId: string,
): Promise<z.infer<typeof HeldState> | null> {
  return tx.maybeOne(sql.type(HeldState)`
    select releases.state, releases.status_reason, releases.is_held_by_platform from releases where releases.id = ${releaseId}
    for no key update`);
}

/** In the transaction of its audit entry, under {@link lockReleaseState}. */
export async function insertDecision(
  tx: Transaction,
  decision: Omit<ReleaseDecision, 'id' | 'accepts'> & { releaseId: string; accepts?: readonly string[] },
): Promise<void> {
  const { releaseId, kind, reason, performer, accepts = [] } = decision;
  await tx.query(sql.typeAlias('void')`
    insert into release_decisions (id, release_id, kind, reason, actor_user_id, actor_token_id, ip_address, user_agent,
      accepts)
    values (${newId()}, ${releaseId}, ${kind}, ${reason}, ${performer.userId}, ${performer.tokenId},
      ${performer.ipAddress}, ${performer.userAgent}, ${sql.array([...accepts], 'text')})`);
}

/** What nothing has come of yet, in the order in which it was said. */
export async function listOpenDecisions(
  db: Queryable,
  releaseId: string,
): Promise<readonly ReleaseDecision[]> {
  const rows = await db.any(sql.type(DecisionRow)`
    select release_decisions.id, release_decisions.kind, release_decisions.reason, release_decisions.actor_user_id,
      release_decisions.actor_token_id, release_decisions.ip_address, release_decisions.user_agent,
      release_decisions.accepts
    from release_decisions
    where release_decisions.release_id = ${releaseId} and release_decisions.settled_at is null
    order by release_decisions.id`);
  return rows.map(({ id, kind, reason, actorUserId, actorTokenId, ipAddress, userAgent, accepts }) => ({
    id,
    kind,
    reason,
    accepts: accepts ?? [],
    performer: { userId: actorUserId, tokenId: actorTokenId, ipAddress, userAgent },
  }));
}

/** `void`: something else was first, or stood in its way. What is settled already stays as it is. */
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

/** Approvals of releases of the package that nothing has come of yet: they were given for the place where it is. */
export async function voidApprovals(tx: Transaction, packageId: string): Promise<void> {
  await tx.query(sql.typeAlias('void')`
    update release_decisions set settled_at = now(), outcome = 'void'
    from releases
    where releases.package_id = ${packageId} and releases.state in ('quarantine', 'scanning')
      and release_decisions.release_id = releases.id and release_decisions.settled_at is null
      and release_decisions.kind = 'approve'`);
}
