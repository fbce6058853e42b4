import { type Caller, performedBy } from '../../domain/caller.ts';
import type { AuditEntry } from '../../domain/audit.ts';

/** The common members of audit entries about a package: performer, package and its owner. */
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
