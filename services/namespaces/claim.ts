import { requireBinding, type UserActor } from '../../domain/actor.ts';
import { requireScopeFor, requireSecondFactor } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { aboutInput, DomainError, type ErrorCode, notFound } from '../../domain/errors.ts';
import {
  assertMayClaimFor,
  mayManageClaim,
  type NamespaceHolder,
  type NamespaceStanding,
} from '../../domain/namespace.ts';
import type { Format } from '../../ecosystems/format.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { newId } from '../../store/postgres/ids.ts';
import {
  insertNamespace,
  isHolder,
  lockNamespace,
  moveIntoNamespace,
} from '../../store/postgres/packages/namespaces.ts';
import { type ClaimView, getClaim, viewOf } from './claims.ts';
import type { Platform } from '../platform.ts';

/**
 * Claims a namespace. `owner`: null for the caller.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden`, `invalid_name`, `name_reserved`,
 * `name_taken`, `rate_limited`, `mfa_enrolment_required`
 */
export async function claimNamespace(
  { pool, consumeLimit }: Pick<Platform, 'pool' | 'consumeLimit'>,
  caller: Caller,
  wanted: { ecosystem: Format; namespace: string; owner: NamespaceHolder | null },
): Promise<ClaimView> {
  const actor = requireScopeFor(caller.actor, 'manage_namespace');
  requireBinding(actor, {});
  const { ecosystem, namespace } = wanted;
  const owner = wanted.owner ?? { userId: actor.userId, organizationId: null };
  assertNamespace(ecosystem, namespace);
  const shared = ecosystem.namespaces.shared(namespace);
  if (shared !== null) throw refused('name_reserved', shared);
  await consumeLimit('create_name', actor.userId, `namespace:${ecosystem.id}:${namespace}`);
  return pool.transaction(async (tx) => {
    const standing = { ...(await lockNamespace(tx, ecosystem.id, namespace)), shared };
    if (standing.owner !== null) throw taken(namespace);
    assertFree(standing, owner, actor);
    requireSecondFactor(actor, { ownerOrgId: owner.organizationId });
    for (const wider of widerThan(ecosystem, namespace)) {
      const { owner: holder } = await lockNamespace(tx, ecosystem.id, wider);
      if (holder !== null && !mayManageClaim(holder, actor)) throw taken(namespace);
    }
    if (!(await isHolder(tx, owner))) throw notFound('owner');
    const id = newId();
    if (!(await insertNamespace(tx, { id, ecosystem: ecosystem.id, namespace, owner }))) {
      throw taken(namespace);
    }
    const prefixes = ecosystem.namespaces.prefixes(namespace);
    await moveIntoNamespace(tx, { id, namespace, prefixes });
    await writeAudit(tx, {
      action: 'namespace_claim_create',
      performer: performedBy(caller),
      targetOrgId: owner.organizationId,
      metadata: { namespace_id: id, ecosystem: ecosystem.id, namespace },
    });
    return viewOf(await getClaim(tx, actor, id), actor);
  });
}

/**
 * If the actor manages the owner's claims, the refusal is about the field `namespace`.
 * @throws DomainError `forbidden`, `name_reserved`
 */
function assertFree(standing: NamespaceStanding, owner: NamespaceHolder, actor: UserActor): void {
  try {
    assertMayClaimFor(standing, owner, actor);
  } catch (error) {
    const isAboutIt = error instanceof DomainError && mayManageClaim(owner, actor);
    throw isAboutIt ? aboutInput('namespace', error) : error;
  }
}

/** The enclosing namespaces: packages in them belong to their owner. */
function widerThan({ names, namespaces }: Format, namespace: string): readonly string[] {
  const [prefix = ''] = namespaces.prefixes(namespace);
  return namespaces.of(names.canonical(`${prefix}a`)).filter((each) => each !== namespace);
}

/** Checks that a name in the namespace is valid and lies in it. @throws DomainError `invalid_name` */
function assertNamespace(ecosystem: Format, namespace: string): void {
  const { title } = ecosystem;
  const [prefix] = ecosystem.namespaces.prefixes(namespace);
  if (prefix === undefined) throw refused('invalid_name', `names of ${title} have no namespace`);
  if (isNameIn(ecosystem, `${prefix}a`, namespace)) return;
  const hint = 'write what its names begin with, without "@" and without what separates it from the rest';
  throw refused('invalid_name', `${namespace} can't be a namespace of ${title}: ${hint}`);
}

function isNameIn({ names, namespaces }: Format, name: string, namespace: string): boolean {
  try {
    return namespaces.of(names.canonical(name)).includes(namespace);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'invalid_name') return false;
    throw error;
  }
}

/** The refusal does not name an enclosing namespace, which only its holders may know. */
const taken = (namespace: string) =>
  refused('name_taken', `the namespace ${namespace}, or one around it, is claimed already`);

const refused = (code: ErrorCode, detail: string) => aboutInput('namespace', new DomainError(code, detail));
