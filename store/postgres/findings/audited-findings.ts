import { z } from 'zod';
import type { AuditAction } from '../../../domain/audit.ts';
import { system } from '../../../domain/actor.ts';
import { FindingKind, Severity } from '../../../domain/findings.ts';
import { writeAudit } from '../audit/audit.ts';
import { type Queryable, sql } from '../pool.ts';

/** A finding that was opened, closed or reopened automatically. */
export const ChangedFinding = z.object({
  id: z.string(),
  kind: FindingKind,
  severity: Severity,
  title: z.string(),
});
export type ChangedFinding = z.infer<typeof ChangedFinding>;

const Owner = z.object({ ownerOrgId: z.string().nullable() });

/** Writes one audit entry for each finding, in the transaction of the change. */
export async function auditFindings(
  db: Queryable,
  action: Extract<AuditAction, `security_finding_${string}`>,
  { id, packageId }: { id: string; packageId: string },
  findings: readonly ChangedFinding[],
  details: Record<string, string> = {},
): Promise<void> {
  if (findings.length === 0) return;
  const { ownerOrgId } = await db.one(sql.type(Owner)`
    select repositories.owner_org_id from packages join repositories on repositories.id = packages.repository_id
    where packages.id = ${packageId}`);
  for (const { id: findingId, kind, severity, title } of findings) {
    await writeAudit(db, {
      action,
      performer: system,
      targetOrgId: ownerOrgId,
      targetPackageId: packageId,
      targetReleaseId: id,
      metadata: { finding_id: findingId, kind, severity, title, ...details },
    });
  }
}
