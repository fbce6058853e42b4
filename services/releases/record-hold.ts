import type { Performer } from '../../domain/actor.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { setReleaseState } from '../../store/postgres/releases/releases.ts';

interface Quarantine {
  performer: Performer;
  /** Null when the package row no longer exists. */
  pkg: { ownerOrgId: string | null } | null;
  release: { id: string; packageId: string };
  reason: string;
  /** Additional members of the audit entry. */
  details?: Record<string, string | null>;
}

/** Holds a release, for a user or the platform, and writes the audit entry. All holds are recorded here. */
export async function recordHold(
  tx: Transaction,
  { performer, pkg, release, reason, details = {} }: Quarantine,
): Promise<void> {
  await setReleaseState(tx, release.id, 'quarantine', reason);
  await writeAudit(tx, {
    action: 'release_hold',
    performer,
    targetOrgId: pkg?.ownerOrgId ?? null,
    targetPackageId: release.packageId,
    targetReleaseId: release.id,
    metadata: { ...details, reason },
  });
}
