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
 * Settles pending publishers that match the build and whose package exists by now. In the same organization, one
 * becomes a publisher of the package. It is dropped when the package has another owner, or a publisher that matches
 * the build already: a required approval of that publisher must not be bypassed.
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
