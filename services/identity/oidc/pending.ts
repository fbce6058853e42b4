import { hostedPackage } from '../../../domain/package-address.ts';
import type { BuildToken } from '../../../domain/build-token.ts';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { isMatch } from '../../../domain/trusted-publisher.ts';
import { deletePending, listPendingFor } from '../../../store/postgres/identity/pending-publishers.ts';
import {
  insertPublisher,
  listCandidatePublishers,
} from '../../../store/postgres/identity/trusted-publishers.ts';
import { findPackage } from '../../../store/postgres/packages/packages.ts';
import type { Transaction } from '../../../store/postgres/pool.ts';

/**
 * Of the pending publishers that the build meets, one whose package is there by now, and its organization's, is a publisher
 * of it from here on. One whose package went to another owner, or has a publisher already that the build meets, is nothing any
 * more: the approval that such a publisher asks for is not avoided.
 */
export async function settlePending(
  tx: Transaction,
  ecosystem: EcosystemId,
  token: BuildToken,
): Promise<void> {
  const { nameKey } = token;
  for (const pending of await listPendingFor(tx, ecosystem, token, nameKey === null ? 'any' : { nameKey })) {
    if (!isMatch(pending, token)) continue;
    const pkg = await findPackage(tx, hostedPackage(ecosystem, pending.nameKey));
    if (!pkg) continue;
    await deletePending(tx, pending.organizationId, pending.id);
    if (pkg.ownerOrgId !== pending.organizationId) continue;
    const named = await listCandidatePublishers(tx, ecosystem, token, { packageId: pkg.id });
    if (!named.some((each) => isMatch(each, token))) {
      await insertPublisher(tx, { ...pending, packageId: pkg.id, needsApproval: false });
    }
  }
}
