import type { Caller } from '../../domain/caller.ts';
import { findClaim } from '../../store/postgres/packages/namespaces.ts';
import type { Subject } from '../packages/find.ts';
import type { Platform } from '../platform.ts';

/** A namespace whose holder has proved a domain after which it is named. */
export interface ProvenNamespace {
  namespace: string;
  /** The possible domains; which of them was proved is not recorded. */
  domains: readonly string[];
  /** Whether the holder of the namespace owns the package. */
  isOfOwner: boolean;
}

/** The proven namespace of a package; null without one, or when the caller may not see it. */
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
