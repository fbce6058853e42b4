import type { Performer } from '../../domain/actor.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import type { PackageRow } from '../../store/postgres/packages/packages.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import type { ReleaseRow } from '../../store/postgres/releases/releases.ts';

interface Attachment {
  /** The sender of the file. */
  performer: Performer;
  pkg: PackageRow;
  release: ReleaseRow;
  filename: string;
}

/** Writes the audit entry of another file, in the transaction that inserts the file. */
export async function recordAttachment(
  tx: Transaction,
  { performer, pkg, release, filename }: Attachment,
): Promise<void> {
  const { userId, tokenId, ipAddress, userAgent } = performer;
  await writeAudit(tx, {
    action: 'artifact_attach',
    performer: { userId, tokenId, ipAddress, userAgent },
    targetOrgId: pkg.ownerOrgId,
    targetPackageId: pkg.id,
    targetReleaseId: release.id,
    metadata: { ecosystem: pkg.ecosystem, name: pkg.name, version: release.version, filename },
  });
}
