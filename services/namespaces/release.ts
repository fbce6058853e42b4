import { authorize, requireScopeFor } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { deleteClaim, hasPackages, lockClaim } from '../../store/postgres/packages/namespaces.ts';
import { getClaim, targetOf } from './claims.ts';
import type { Platform } from '../platform.ts';

/**
 * Releases a namespace without packages.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `invalid_state`
 */
export async function releaseNamespace(
  { pool, ecosystems }: Pick<Platform, 'pool' | 'ecosystems'>,
  caller: Caller,
  id: string,
): Promise<void> {
  const actor = requireScopeFor(caller.actor, 'manage_namespace');
  await pool.transaction(async (tx) => {
    if (!(await lockClaim(tx, id))) throw notFound('namespace');
    const claim = await getClaim(tx, actor, id);
    const { ecosystem, namespace, ownerOrgId } = claim;
    authorize(actor, 'manage_namespace', targetOf(claim));
    for (const prefix of ecosystems.get(ecosystem).namespaces.prefixes(namespace)) {
      if (!(await hasPackages(tx, ecosystem, prefix))) continue;
      throw new DomainError('invalid_state', `there are packages in the namespace ${namespace}`);
    }
    await deleteClaim(tx, id);
    await writeAudit(tx, {
      action: 'namespace_claim_delete',
      performer: performedBy(caller),
      targetOrgId: ownerOrgId,
      metadata: { namespace_id: id, ecosystem, namespace },
    });
  });
}
