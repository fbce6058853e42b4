import { forbidden, invalidState } from '../../domain/errors.ts';
import { canResolve, type MalwareResolvers } from '../../domain/access.ts';
import type { Actor } from '../../domain/actor.ts';
import { isBlocking } from '../../domain/findings.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { listOpenFindingsOfFile } from '../../store/postgres/findings/file-findings.ts';
import { settleFinding } from '../../store/postgres/findings/finding-write.ts';
import { fingerprint } from '../../store/postgres/findings/findings.ts';
import type { PackageRow } from '../../store/postgres/packages/packages.ts';
import type { Queryable, Transaction } from '../../store/postgres/pool.ts';
import { type DecisionSubject, listOpenDecisions } from '../../store/postgres/releases/decisions.ts';
import { listUploaders } from '../../store/postgres/releases/release-uploaders.ts';
import type { WaitingFile } from '../../store/postgres/releases/staged-files.ts';

/**
 * Ids by which an approval accepts the findings of a waiting file: the findings are stored once the file has joined.
 */
export function waitingFindings({ filename, findings }: Pick<WaitingFile, 'filename' | 'findings'>) {
  return (findings ?? []).map((finding) => ({ ...finding, id: fingerprint(finding, filename) }));
}

/** Only users who may resolve malware in a release may accept it in the file. @throws DomainError `forbidden` */
export async function assertMayAccept(
  db: Queryable,
  actor: Actor,
  { pkg, subject, file }: { pkg: PackageRow; subject: DecisionSubject; file: WaitingFile },
  malwareResolvers: MalwareResolvers,
): Promise<void> {
  const uploaders = await listUploaders(db, subject);
  for (const { kind } of waitingFindings(file).filter(isBlocking)) {
    if (canResolve(pkg, actor, { kind, uploaders }, malwareResolvers)) continue;
    throw forbidden('malware in a file is accepted by those alone who resolve findings of malware');
  }
}

/** An approval of a file must accept each blocking finding. @throws DomainError `invalid_state` */
export function assertAllAccepted(file: WaitingFile, accepted: readonly string[]): void {
  const left = waitingFindings(file).filter(({ id }) => !accepted.includes(id));
  const blocking = left.filter(isBlocking).length;
  if (blocking === 0) return;
  throw invalidState(
    `${blocking} blocking finding(s) are open: accept them with accepts_findings, or reject the file`,
  );
}

/** Resolves the accepted findings in the name of the approving user, in the transaction that joins the file. */
export async function acceptFindings(
  tx: Transaction,
  pkg: PackageRow,
  { filename, ...subject }: { releaseId: string; uploadId: string; filename: string },
): Promise<void> {
  const approval = (await listOpenDecisions(tx, subject)).find(({ kind }) => kind === 'approve');
  const userId = approval?.performer.userId;
  if (!approval || userId == null) return;
  for (const finding of await listOpenFindingsOfFile(tx, { releaseId: subject.releaseId, filename })) {
    if (!approval.accepts.includes(finding.fingerprint)) continue;
    const resolution = 'accepted_risk';
    await settleFinding(tx, finding.id, { isResolved: true, resolution, note: approval.reason, userId });
    await writeAudit(tx, {
      action: 'security_finding_resolve',
      performer: approval.performer,
      targetOrgId: pkg.ownerOrgId,
      targetPackageId: pkg.id,
      targetReleaseId: subject.releaseId,
      metadata: { finding_id: finding.id, kind: finding.kind, severity: finding.severity, resolution },
    });
  }
}
