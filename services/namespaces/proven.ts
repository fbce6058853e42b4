import type { Caller } from '../../domain/caller.ts';
import { findClaim } from '../../store/postgres/packages/namespaces.ts';
import type { Subject } from '../packages/find.ts';
import type { Platform } from '../platform.ts';

/** A namespace whose holder has proved a domain that it is named after. */
export interface ProvenNamespace {
  namespace: string;
  /** One of them was proved; of which one nothing is on record. */
  domains: readonly string[];
  /** Whether its holder is the owner of the package. */
  isOfOwner: boolean;
}

/** That of a package; null for one in no such namespace, or in one that the caller may not know of. */
export async function findProvenNamespace(
  { pool }: Pick<Platform, 'pool'>,
  { actor }: Caller,
  { ecosystem, pkg }: Subject,
): Promise<ProvenNamespace | null> {
  if (pkg.namespaceId === null) return null;
  const claim = await findClaim(pool, actor, { id: pkg.namespaceId });
  if (!claim?.isVerified) return null;
  const { namespace, ownerUserId, ownerOrgId } = claim;
  return {
    namespace,
    domains: ecosystem.namespaces.domains(namespace),
    isOfOwner: ownerUserId === pkg.ownerUserId && ownerOrgId === pkg.ownerOrgId,
  };
}
