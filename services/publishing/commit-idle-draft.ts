import { system } from '../../domain/actor.ts';
import { DomainError } from '../../domain/errors.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { getPackageById } from '../../store/postgres/packages/packages.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { closeDraft } from '../../store/postgres/releases/drafts.ts';
import type { ReleaseRow } from '../../store/postgres/releases/releases.ts';
import { findUpload } from '../../store/postgres/releases/uploads.ts';
import { assertMayPublish, loadUploader } from './placement.ts';

/**
 * Commits an idle, locked draft for the user who opened it, who must still have the right.
 * @throws DomainError `forbidden`, `invalid_state` when its upload has expired
 */
export async function commitIdleDraft(tx: Transaction, release: ReleaseRow): Promise<void> {
  const pkg = await getPackageById(tx, release.packageId);
  const upload = await findUpload(tx, release.uploadId);
  if (!upload) throw new DomainError('invalid_state', 'the draft has expired');
  await assertMayPublish(tx, pkg, await loadUploader(tx, upload), upload);
  await closeDraft(tx, release.id, 'committed');
  await writeAudit(tx, {
    action: 'release_draft_commit',
    performer: system,
    targetOrgId: pkg.ownerOrgId,
    targetPackageId: pkg.id,
    targetReleaseId: release.id,
    metadata: { ecosystem: pkg.ecosystem, name: pkg.name, version: release.version, idle: true },
  });
}
