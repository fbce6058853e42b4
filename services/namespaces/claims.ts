import { type Actor, type Performer, requireBinding, requireScope } from '../../domain/actor.ts';
import { DomainError, forbidden, notFound } from '../../domain/errors.ts';
import { assertMayClaimFor, mayManageClaim, type NamespaceHolder } from '../../domain/namespace.ts';
import type { Ecosystem } from '../../ecosystems/ecosystem.ts';
import type { Ecosystems } from '../../ecosystems/index.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { newId } from '../../store/postgres/ids.ts';
import {
  type Claim,
  deleteClaim,
  findClaim,
  hasPackages,
  insertNamespace,
  isHolder,
  lockClaim,
  lockNamespace,
} from '../../store/postgres/packages/namespaces.ts';
import type { Pool, Transaction } from '../../store/postgres/pool.ts';
import type { TakeAction } from '../limits/actions.ts';

/** @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden`, `invalid_name`, `name_reserved`, `name_taken`, `rate_limited` */
export async function claimNamespace(
  { pool, take }: { pool: Pool; take: TakeAction },
  asker: Actor,
  wanted: { ecosystem: Ecosystem; namespace: string; owner: NamespaceHolder | null },
  performer: Performer,
): Promise<Claim> {
  const actor = requireScope(asker, 'namespaces:write');
  requireBinding(actor, {});
  const { ecosystem, namespace } = wanted;
  const owner = wanted.owner ?? { userId: actor.userId, organizationId: null };
  assertNamespace(ecosystem, namespace);
  await take('create_name', actor.userId, `namespace:${ecosystem.id}:${namespace}`);
  return pool.transaction(async (tx) => {
    const standing = await lockNamespace(tx, ecosystem.id, namespace);
    if (standing.owner !== null) throw taken(namespace);
    assertMayClaimFor(standing, owner, actor);
    if (!(await isHolder(tx, owner))) throw notFound('owner');
    const id = newId();
    if (!(await insertNamespace(tx, { id, ecosystem: ecosystem.id, namespace, owner })))
      throw taken(namespace);
    await writeAudit(tx, {
      action: 'namespace_claim',
      performer,
      targetOrgId: owner.organizationId,
      metadata: { namespace_id: id, ecosystem: ecosystem.id, namespace },
    });
    return getClaim(tx, id);
  });
}

/** @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `invalid_state` */
export async function releaseNamespace(
  { pool, ecosystems }: { pool: Pool; ecosystems: Ecosystems },
  asker: Actor,
  id: string,
  performer: Performer,
): Promise<void> {
  const actor = requireScope(asker, 'namespaces:write');
  requireBinding(actor, {});
  await pool.transaction(async (tx) => {
    if (!(await lockClaim(tx, id))) throw notFound('namespace');
    const claim = await getClaim(tx, id);
    const { ecosystem, namespace, ownerUserId: userId, ownerOrgId: organizationId } = claim;
    if (!mayManageClaim({ userId, organizationId }, actor)) throw forbidden('this namespace is not yours');
    const prefix = ecosystems.get(ecosystem).names.namespacePrefix(namespace);
    if (prefix !== null && (await hasPackages(tx, ecosystem, prefix))) {
      throw new DomainError('invalid_state', `there are packages in the namespace ${namespace}`);
    }
    await deleteClaim(tx, id);
    await writeAudit(tx, {
      action: 'namespace_release',
      performer,
      targetOrgId: organizationId,
      metadata: { namespace_id: id, ecosystem, namespace },
    });
  });
}

async function getClaim(tx: Transaction, id: string): Promise<Claim> {
  const claim = await findClaim(tx, { id });
  if (!claim) throw notFound('namespace');
  return claim;
}

/** Names in it must be names, and in it. @throws DomainError `invalid_name` */
function assertNamespace({ title, names }: Ecosystem, namespace: string): void {
  const prefix = names.namespacePrefix(namespace);
  if (prefix === null) throw new DomainError('invalid_name', `names of ${title} have no namespace`);
  const name = names.canonical(`${prefix}a`);
  if (names.namespace(name) === namespace) return;
  throw new DomainError('invalid_name', `${namespace} is no namespace of ${title}`);
}

const taken = (namespace: string) =>
  new DomainError('name_taken', `the namespace ${namespace} is claimed already`);
