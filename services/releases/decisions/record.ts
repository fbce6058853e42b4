import type { Performer } from '../../../domain/actor.ts';
import { holdsForPlatform } from '../../../domain/authorize.ts';
import { type Caller, performedBy } from '../../../domain/caller.ts';
import { DomainError, forbidden } from '../../../domain/errors.ts';
import { isBlocking } from '../../../domain/findings.ts';
import { writeAudit } from '../../../store/postgres/audit/audit.ts';
import {
  insertDecision,
  listOpenDecisions,
  lockReleaseState,
} from '../../../store/postgres/releases/decisions.ts';
import { listOpenFindings } from '../../../store/postgres/findings/findings.ts';
import { getPackageById } from '../../../store/postgres/packages/packages.ts';
import { listPoliciesOf } from '../../../store/postgres/policies/policies.ts';
import type { Pool, Transaction } from '../../../store/postgres/pool.ts';
import { listBringers } from '../../../store/postgres/releases/bringers.ts';
import { listLostAuthority } from '../../publishing/authority.ts';
import type { HeldRelease } from './held-release.ts';

export interface Verdict {
  kind: 'approve' | 'reject' | 'delete';
  reason: string | null;
  performer: Performer;
  /** Whether an administrator of the platform speaks, who alone ends what the platform holds. */
  isOfPlatform: boolean;
  /** Of an approval: its author knows that those who brought it have lost their authority since. */
  acceptsRevoked?: boolean | undefined;
}

/** What the caller says. */
export function verdictOf(caller: Caller, kind: Verdict['kind'], reason: string | null): Verdict {
  return {
    kind,
    reason,
    performer: performedBy(caller),
    isOfPlatform: holdsForPlatform(caller.actor, 'triage'),
  };
}

const actions = { approve: 'release_approve', reject: 'release_reject', delete: 'release_delete' } as const;

/**
 * The verdict and its audit entry, in one transaction: this is what makes it count. Saying the same once more changes
 * and records nothing. Whoever calls has judged who may. @throws DomainError `invalid_state`, `forbidden`
 */
export async function recordVerdict(pool: Pool, held: HeldRelease, verdict: Verdict): Promise<void> {
  await pool.transaction((tx) => noteVerdict(tx, held, verdict));
}

/** {@link recordVerdict} in a transaction that does more. @throws as that */
export async function noteVerdict(tx: Transaction, held: HeldRelease, verdict: Verdict): Promise<void> {
  const { releaseId, packageId, ecosystem, name, version } = held.input;
  const { kind, reason, performer } = verdict;
  await assertDecidable(tx, releaseId, verdict);
  const earlier = (await listOpenDecisions(tx, releaseId)).find((open) => open.kind !== 'recheck');
  if (earlier?.kind === kind) return;
  if (earlier) throw new DomainError('invalid_state', 'the release was already decided');
  let accepts: readonly string[] = [];
  if (kind === 'approve') {
    accepts = held.wasVisible ? [] : await acceptLost(tx, held, verdict);
    await assertNothingBlocks(tx, releaseId);
    await assertSecondPerson(tx, held, performer);
  }
  await insertDecision(tx, { releaseId, kind, reason, performer, accepts });
  await writeAudit(tx, {
    action: actions[kind],
    performer,
    targetOrgId: held.ownerOrgId,
    targetPackageId: packageId,
    targetReleaseId: releaseId,
    metadata: { ecosystem, name, version, reason },
  });
}

/**
 * After a finding was resolved, in its transaction: has the workflow look again when nothing blocks any more. The
 * finding's own entry is in the audit log.
 */
export async function recordRecheck(tx: Transaction, releaseId: string, performer: Performer): Promise<void> {
  const release = await lockReleaseState(tx, releaseId);
  if (release?.state !== 'quarantine' || release.statusReason === null) return;
  if ((await listOpenFindings(tx, releaseId)).some(isBlocking)) return;
  const isNoted = (await listOpenDecisions(tx, releaseId)).some(({ kind }) => kind === 'recheck');
  if (!isNoted) await insertDecision(tx, { releaseId, kind: 'recheck', reason: null, performer });
}

/** Its workflow waits for people only while it is held for a reason. */
async function assertDecidable(
  tx: Transaction,
  releaseId: string,
  { isOfPlatform }: Pick<Verdict, 'isOfPlatform'>,
): Promise<void> {
  const release = await lockReleaseState(tx, releaseId);
  if (release?.state === 'quarantine' && release.statusReason !== null) {
    if (isOfPlatform || !release.isHeldByPlatform) return;
    throw forbidden('the platform holds this release: an administrator of the platform decides about it');
  }
  const now = release ? `it is ${release.state}` : 'it is gone';
  throw new DomainError('invalid_state', `the release is not held for a decision: ${now}`);
}

/**
 * What a stolen credential brought does not become visible by an approval unnoticed. What is lost after it makes it void.
 * @throws DomainError `invalid_state`
 */
async function acceptLost(
  tx: Transaction,
  { input: { releaseId, packageId, uploadId } }: HeldRelease,
  { acceptsRevoked = false }: Verdict,
): Promise<readonly string[]> {
  const pkg = await getPackageById(tx, packageId);
  const lost = await listLostAuthority(tx, pkg, { id: releaseId, uploadId });
  if (lost.length === 0 || acceptsRevoked) return lost.map(({ key }) => key);
  const why = lost.map((each) => each.why).join('; ');
  throw new DomainError(
    'invalid_state',
    `since this was brought, ${why}: look at it, and say with accepts_revoked that it may become visible`,
  );
}

/** Where a policy asks for two people, whoever brought any of the files is not the other one. @throws DomainError `forbidden` */
async function assertSecondPerson(
  tx: Transaction,
  { input: { releaseId, packageId } }: HeldRelease,
  { userId }: Performer,
): Promise<void> {
  const policies = await listPoliciesOf(tx, packageId);
  if (!policies.some(({ document }) => document.require_approval === 'two_person')) return;
  if (userId !== null && !(await listBringers(tx, releaseId)).has(userId)) return;
  throw forbidden('the policy asks for two people: somebody else than those who brought the files approves');
}

async function assertNothingBlocks(tx: Transaction, releaseId: string): Promise<void> {
  const blocking = (await listOpenFindings(tx, releaseId)).filter(isBlocking);
  if (blocking.length === 0) return;
  throw new DomainError(
    'invalid_state',
    `${blocking.length} blocking finding(s) are open: resolve them first`,
  );
}
