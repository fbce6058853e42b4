import { type Caller, performedBy } from '../../domain/caller.ts';
import type { AuditEntry } from '../../domain/audit.ts';

/** What every audit entry about a package says: who did it, to what, and whose that is. */
export function auditTarget(
  caller: Caller,
  pkg: { id: string; ownerOrgId: string | null },
  release?: { id: string },
): Omit<AuditEntry, 'action' | 'metadata'> {
  return {
    performer: performedBy(caller),
    targetOrgId: pkg.ownerOrgId,
    targetPackageId: pkg.id,
    ...(release && { targetReleaseId: release.id }),
  };
}
