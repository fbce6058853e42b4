import type { Performer } from '../../domain/actor.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { getPackageById } from '../../store/postgres/packages/packages.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { type ReleaseRow, setReleaseState } from '../../store/postgres/releases/releases.ts';

/** Makes a release ready for the scanner: its files are in their place. A repeated step reports this once. */
export async function submitRelease(
  tx: Transaction,
  { id, packageId, version, state }: ReleaseRow,
  { userId, tokenId, ipAddress, userAgent }: Performer,
): Promise<void> {
  if (state === 'scanning') return;
  await setReleaseState(tx, id, 'scanning', null);
  const { ecosystem, name, ownerOrgId } = await getPackageById(tx, packageId);
  await writeAudit(tx, {
    action: 'release_submit',
    performer: { userId, tokenId, ipAddress, userAgent },
    targetOrgId: ownerOrgId,
    targetPackageId: packageId,
    targetReleaseId: id,
    metadata: { ecosystem, name, version },
  });
}
