import { z } from 'zod';
import { FindingKind, type Resolution, Severity } from '../../../domain/findings.ts';
import { type Queryable, sql } from '../pool.ts';

const LockedFinding = z.object({
  id: z.string(),
  releaseId: z.string(),
  kind: FindingKind,
  severity: Severity,
  isResolved: z.boolean(),
});
export type LockedFinding = z.infer<typeof LockedFinding>;

/**
 * Locks a finding and its release: if two people resolve the last two findings at once, the second one sees that none
 * is left.
 */
export async function lockFinding(
  db: Queryable,
  packageId: string,
  findingId: string,
): Promise<LockedFinding | null> {
  return db.maybeOne(sql.type(LockedFinding)`
    select findings.id, findings.release_id, findings.kind, findings.severity, findings.is_resolved
    from findings join releases on releases.id = findings.release_id
    where findings.id = ${findingId} and findings.package_id = ${packageId}
    for update of findings, releases`);
}

export interface Verdict {
  isResolved: boolean;
  resolution: Resolution | null;
  note: string | null;
  userId: string;
}

export async function settleFinding(db: Queryable, findingId: string, verdict: Verdict): Promise<void> {
  const { isResolved, resolution, note, userId } = verdict;
  await db.query(sql.typeAlias('void')`
    update findings
    set is_resolved = ${isResolved}, resolution = ${isResolved ? resolution : null}, note = ${note},
      resolved_by = ${isResolved ? userId : null},
      resolved_at = case when ${isResolved} then now() end
    where findings.id = ${findingId}`);
}
