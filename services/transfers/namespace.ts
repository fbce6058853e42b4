import { authorize, requireScopeFor } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { notFound } from '../../domain/errors.ts';
import { lockClaim, moveIntoNamespace } from '../../store/postgres/packages/namespaces.ts';
import { giveNamespace } from '../../store/postgres/packages/transfers.ts';
import { type ClaimView, getClaim, targetOf, viewOf } from '../namespaces/claims.ts';
import { type Clearance, clearGrants } from './clear-grants.ts';
import { assertOther, auditTransfer, requireRecipient } from './target.ts';
import type { Platform } from '../platform.ts';

/**
 * Transfers a namespace to an organization, whose packages in it then belong to the namespace. Packages of other
 * owners stay where they are. Rights of teams on the namespace end.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `duplicate` for its owner
 */
export async function transferNamespace(
  { pool, ecosystems, announce }: Pick<Platform, 'pool' | 'announce' | 'ecosystems'>,
  caller: Caller,
  id: string,
  organizationSlug: string,
): Promise<ClaimView & Pick<Clearance, 'cleared'>> {
  const actor = requireScopeFor(caller.actor, 'transfer_namespace');
  const organization = await requireRecipient(pool, actor, organizationSlug, 'manage_namespace');
  const { view, people, cleared } = await pool.transaction(async (tx) => {
    if (!(await lockClaim(tx, id))) throw notFound('namespace');
    const claim = await getClaim(tx, actor, id);
    const { ecosystem, namespace, ownerOrgId } = claim;
    authorize(actor, 'transfer_namespace', targetOf(claim));
    assertOther(claim, organization);
    await giveNamespace(tx, id, organization.id);
    const moving = { packageIds: [], namespaceId: id };
    const clearance = await clearGrants(tx, caller, moving, { organizationId: organization.id });
    const prefixes = ecosystems.get(ecosystem).namespaces.prefixes(namespace);
    await moveIntoNamespace(tx, { id, namespace, prefixes });
    const entry = {
      action: 'namespace_claim_transfer' as const,
      performer: performedBy(caller),
      metadata: {
        namespace_id: id,
        ecosystem,
        namespace,
        previous_owner: claim.ownerName,
        cleared_grants: clearance.cleared.length,
      },
    };
    await auditTransfer(tx, entry, { from: ownerOrgId, to: organization });
    return { view: viewOf(await getClaim(tx, actor, id), actor), ...clearance };
  });
  for (const person of people) announce({ kind: 'user', id: person });
  return { ...view, cleared };
}
