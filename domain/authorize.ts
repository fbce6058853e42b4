import {
  type Actor,
  isWithinBinding,
  requireBinding,
  requireOneScope,
  requireUser,
  type UserActor,
} from './actor.ts';
import { enrolmentRequired, forbidden } from './errors.ts';
import { type Action, rowOf } from './permissions.ts';

/** The owners and containers of an object, for decisions about rights on it. */
export interface Ownership {
  /** Null for objects that are not packages, e.g. a repository. */
  packageId: string | null;
  /** Null for objects outside of repositories, e.g. a namespace. */
  repositoryId: string | null;
  /** The claimed namespace that contains the package's name; null if there is none. */
  namespaceId: string | null;
  ownerUserId: string | null;
  ownerOrgId: string | null;
  /** The ecosystem of a package: tokens can be bound to it, and to names. */
  ecosystem?: string;
  name?: string;
}

/** Requires the scope as well, so that an administrator's everyday token is an ordinary token. */
export function isPlatformAdmin(actor: Actor): boolean {
  return actor.kind === 'user' && actor.isAdmin && actor.scopes.has('admin:write');
}

/** Whether the person behind the actor has the right, independent of the credential's scopes. */
export function may(actor: Actor, action: Action, target: Ownership): actor is UserActor {
  if (actor.kind !== 'user') return false;
  const row = rowOf(action);
  if (holdsForPlatform(actor, action)) return true;
  if (row.owner && target.ownerUserId === actor.userId) return true;
  const role = target.ownerOrgId === null ? undefined : actor.memberships.get(target.ownerOrgId);
  if (role !== undefined && row.roles.includes(role)) return true;
  return [target.packageId, target.repositoryId, target.namespaceId].some(
    (id) => id !== null && row.permissions.some((permission) => actor.grants.get(id)?.has(permission)),
  );
}

/** Whether the actor's credential allows the action on any object, as a platform administrator. */
export function holdsForPlatform(actor: Actor, action: Action): boolean {
  return (
    actor.kind === 'user' && actor.isAdmin && rowOf(action).platform.some((scope) => actor.scopes.has(scope))
  );
}

/** A repository as the target for a package that does not exist yet. */
export function asTarget(repository: {
  id: string;
  name: string;
  ownerUserId: string | null;
  ownerOrgId: string | null;
}): Target {
  const { id, name, ownerUserId, ownerOrgId } = repository;
  return { packageId: null, repositoryId: id, namespaceId: null, ownerUserId, ownerOrgId, name };
}

export interface Target extends Ownership {
  /** The name in the refusal. */
  name: string;
  /** Replaces the default sentence. */
  refusal?: string;
}

/** The ids of objects with an owner that are neither package nor repository: an account, a namespace, the platform. */
const elsewhere = { packageId: null, repositoryId: null, namespaceId: null };

/** The target for objects of a person: their account, their tokens, and their future packages and repositories. */
export function accountOf({ userId, username }: UserActor): Target {
  return { ...elsewhere, ownerUserId: userId, ownerOrgId: null, name: username };
}

/** The target for objects of the instance. */
const platform: Target = { ...elsewhere, ownerUserId: null, ownerOrgId: null, name: 'the platform' };

/**
 * The one check before a change: the credential's scope, the person's right, and the binding of the token. Of several
 * actions, one is enough.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden`, `mfa_enrolment_required`
 */
export function authorize(actor: Actor, action: Action | readonly Action[], target: Target): UserActor {
  const user = authorizeReading(actor, action, target);
  requireBinding(user, target);
  requireSecondFactor(user, target);
  return user;
}

/**
 * The target's owner determines whether a change needs a second factor, for every source of the right.
 * @throws DomainError `mfa_enrolment_required`
 */
export function requireSecondFactor(
  { lacksSecondFactorIn }: UserActor,
  { ownerOrgId }: Pick<Ownership, 'ownerOrgId'>,
): void {
  if (ownerOrgId !== null && lacksSecondFactorIn?.has(ownerOrgId)) {
    throw enrolmentRequired('this organization');
  }
}

/**
 * The one check before a read: the binding of a token limits only changes.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden`
 */
export function authorizeReading(
  actor: Actor,
  action: Action | readonly Action[],
  target: Target,
): UserActor {
  const actions = typeof action === 'string' ? [action] : action;
  const user = requireScopeFor(actor, actions);
  if (actions.some((each) => holdsScope(user, each) && may(user, each, target))) return user;
  throw forbidden(target.refusal ?? `you may not change ${target.name}`);
}

/** {@link authorize} as a predicate. */
export function isAuthorized(actor: Actor, action: Action, target: Ownership): boolean {
  return may(actor, action, target) && holdsScope(actor, action) && isWithinBinding(actor, target);
}

function holdsScope(actor: UserActor, action: Action): boolean {
  const { scopes } = rowOf(action);
  return scopes.length === 0 || scopes.some((scope) => actor.scopes.has(scope));
}

/** {@link authorize} for the actor's own objects, with the same errors. */
export function authorizeOwn(actor: Actor, action: Action): UserActor {
  return authorize(actor, action, accountOf(requireUser(actor)));
}

/** {@link authorizeReading} for the actor's own objects, with the same errors. */
export function authorizeReadingOwn(actor: Actor, action: Action): UserActor {
  return authorizeReading(actor, action, accountOf(requireUser(actor)));
}

/** For objects of the instance; the binding of a token does not apply. @throws as {@link authorizeReading} */
export function authorizeOnPlatform(actor: Actor, action: Action): UserActor {
  return authorizeReading(actor, action, platform);
}

/** The checks before any look-up. @throws DomainError `unauthenticated`, `insufficient_scope` */
export function requireScopeFor(actor: Actor, action: Action | readonly Action[]): UserActor {
  const actions = typeof action === 'string' ? [action] : action;
  const scopes = actions.flatMap((each) => rowOf(each).scopes);
  return scopes.length === 0 ? requireUser(actor) : requireOneScope(actor, scopes);
}

/** Organizations whose roles give the actor the right on their objects: {@link may} for queries. */
export function organizationsWhere(actor: UserActor, action: Action): string[] {
  const { roles } = rowOf(action);
  return [...actor.memberships]
    .filter(([, role]) => roles.includes(role))
    .map(([organization]) => organization);
}

/** Packages, repositories and namespaces on which a grant gives the actor the right. */
export function grantedWhere(actor: UserActor, action: Action): string[] {
  const { permissions } = rowOf(action);
  return [...actor.grants]
    .filter(([, granted]) => permissions.some((permission) => granted.has(permission)))
    .map(([id]) => id);
}
