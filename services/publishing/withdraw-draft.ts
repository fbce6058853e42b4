import { system } from '../../domain/actor.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import type { PackageRow } from '../../store/postgres/packages/packages.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { closeDraft } from '../../store/postgres/releases/drafts.ts';
import type { ReleaseRow } from '../../store/postgres/releases/releases.ts';
import { type LostAuthority, listLostAuthority } from './authority.ts';

/**
 * Closes a locked open draft when its opener or an uploader of a file has lost the authority. Null when all still have
 * it.
 */
export async function withdrawDraft(
  tx: Transaction,
  pkg: PackageRow,
  release: ReleaseRow,
): Promise<LostAuthority | null> {
  const [lost] = await listLostAuthority(tx, pkg, release);
  if (!lost) return null;
  await closeDraft(tx, release.id, 'discarded');
  await writeAudit(tx, {
    action: 'release_draft_discard',
    performer: system,
    targetOrgId: pkg.ownerOrgId,
    targetPackageId: pkg.id,
    targetReleaseId: release.id,
    metadata: { ecosystem: pkg.ecosystem, name: pkg.name, version: release.version, reason: lost.why },
  });
  return lost;
}
