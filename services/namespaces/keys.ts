import { inputLimits } from '../../domain/limits/inputs.ts';
import type { Actor, UserActor } from '../../domain/actor.ts';
import { authorize, requireScopeFor } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import type { Window } from '../../domain/paging.ts';
import { readPublicKey } from '../../ecosystems/openpgp/public-key.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { newId } from '../../store/postgres/ids.ts';
import {
  deleteNamespaceKey,
  insertNamespaceKey,
  listNamespaceKeys,
  type NamespaceKey,
} from '../../store/postgres/packages/namespace-keys.ts';
import { type Claim, lockClaim } from '../../store/postgres/packages/namespaces.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { type ClaimView, getClaim, targetOf, viewOf } from './claims.ts';
import type { Platform } from '../platform.ts';

/** The most keys of one namespace: each is read for every signature that names it. */
const maxKeys = inputLimits['namespace keys'].count;

/** Keys, for all readers of the namespace. @throws DomainError `not_found` */
export async function listKeys(
  { pool }: Pick<Platform, 'pool'>,
  actor: Actor,
  namespaceId: string,
  window: Window,
): Promise<readonly NamespaceKey[]> {
  const { id } = await getClaim(pool, actor, namespaceId);
  return listNamespaceKeys(pool, id, window);
}

/**
 * Adds a key: signatures of releases that are published from now on are also checked against it.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `validation_failed`,
 * `duplicate`, `policy_violation`
 */
export async function addKey(
  { pool }: Pick<Platform, 'pool'>,
  caller: Caller,
  { namespaceId, armored }: { namespaceId: string; armored: string },
): Promise<NamespaceKey> {
  const actor = requireScopeFor(caller.actor, 'manage_namespace');
  // parsing a key is costly: only for authorized callers
  authorizeFor(actor, await getClaim(pool, actor, namespaceId));
  const key = await readPublicKey(armored);
  return pool.transaction(async (tx) => {
    const claim = await lockManaged(tx, actor, namespaceId);
    const known = await listNamespaceKeys(tx, namespaceId);
    if (known.length >= maxKeys) {
      throw new DomainError('policy_violation', `a namespace has at most ${maxKeys} keys: remove one first`);
    }
    const added = { ...key, id: newId(), namespaceId, addedBy: actor.userId };
    if (!(await insertNamespaceKey(tx, added))) {
      throw new DomainError('duplicate', `the key ${key.fingerprint} is there already`);
    }
    await audit(tx, caller, { action: 'namespace_key_add', claim, fingerprint: key.fingerprint });
    const found = (await listNamespaceKeys(tx, namespaceId)).find(({ id }) => id === added.id);
    if (!found) throw new Error('a key that was just saved is gone');
    return found;
  });
}

/**
 * Removes a key: from now on its signatures are unverified; earlier results stay.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`
 */
export async function removeKey(
  { pool }: Pick<Platform, 'pool'>,
  caller: Caller,
  { namespaceId, fingerprint }: { namespaceId: string; fingerprint: string },
): Promise<void> {
  const actor = requireScopeFor(caller.actor, 'manage_namespace');
  await pool.transaction(async (tx) => {
    const claim = await lockManaged(tx, actor, namespaceId);
    const wanted = fingerprint.toUpperCase();
    if (!(await deleteNamespaceKey(tx, namespaceId, wanted))) throw notFound('key');
    await audit(tx, caller, { action: 'namespace_key_remove', claim, fingerprint: wanted });
  });
}

async function lockManaged(tx: Transaction, actor: UserActor, id: string): Promise<ClaimView> {
  if (!(await lockClaim(tx, id))) throw notFound('namespace');
  return authorizeFor(actor, await getClaim(tx, actor, id));
}

function authorizeFor(actor: UserActor, claim: Claim): ClaimView {
  authorize(actor, 'manage_namespace', targetOf(claim));
  return viewOf(claim, actor);
}

async function audit(
  tx: Transaction,
  caller: Caller,
  entry: { action: 'namespace_key_add' | 'namespace_key_remove'; claim: ClaimView; fingerprint: string },
): Promise<void> {
  const { action, fingerprint, claim } = entry;
  await writeAudit(tx, {
    action,
    performer: performedBy(caller),
    targetOrgId: claim.ownerOrgId,
    metadata: {
      namespace_id: claim.id,
      ecosystem: claim.ecosystem,
      namespace: claim.namespace,
      fingerprint,
    },
  });
}
