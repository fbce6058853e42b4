import type { BuildToken } from './build-token.ts';
import type { EcosystemId } from './ecosystem-id.ts';
import { forbidden, insufficientScope, loginRequired, unauthenticated } from './errors.ts';
import type { Permission, Role } from './permissions.ts';
import type { Scope } from './scopes.ts';
import { allowsName, allowsTarget, type BoundTarget, type TokenBinding } from './token-binding.ts';

export interface AnonymousActor {
  kind: 'anonymous';
}

/** The user of a request: a person with a session or one of their tokens. */
export interface UserActor {
  kind: 'user';
  userId: string;
  username: string;
  isAdmin: boolean;
  /** Effective scopes: those of the credential that its owner may hold now. */
  scopes: ReadonlySet<Scope>;
  credential: 'session' | 'token';
  /** Some ecosystems refuse `oidc_derived` tokens. */
  tokenKind?: string;
  tokenId?: string;
  sessionId?: string;
  /**
   * For a person who gave the password: a mark that changes with each new password. Derived credentials contain it.
   */
  passwordMark?: string;
  /** The person who made the token, if the token belongs to an organization. */
  madeBy?: string;
  /** The time of the person's log-in, in milliseconds since 1970; absent for API tokens, which prove no log-in. */
  authenticatedAt?: number;
  /** Of a token exchanged for a build's identity: only the publish routes of this ecosystem accept it. */
  exchangedIn?: EcosystemId;
  /** For a build's token: the name that the build publishes under determines the user it acts for (`actUnder`). */
  build?: BuildActor;
  /** Publishes of this actor wait for an approval. */
  needsApproval?: boolean;
  /** A token bound to a repository or to packages may write only there. */
  boundRepositoryId?: string;
  boundPackageIds?: ReadonlySet<string>;
  /** Further bounds of a token. */
  boundTo?: TokenBinding;
  /** The ecosystem of the credential: in other ecosystems the request is anonymous. */
  acceptedIn?: EcosystemId;
  /** The networks from which the token is accepted. */
  allowedNetworks?: readonly string[];
  /**
   * For a key with a protocol's own rights: it has no scopes until a route of the protocol requires one of the
   * rights.
   */
  heldBack?: HeldBack;
  /** Whether the person's log-in needs a code beside the password. */
  hasSecondFactor?: boolean;
  /** Organizations, by membership or grant, that require a second factor which the person does not have. */
  lacksSecondFactorIn?: ReadonlySet<string>;
  /** Organizations the person belongs to, with the role held there. */
  memberships: ReadonlyMap<string, Role>;
  /** Further permissions of the person, by package or repository id. */
  grants: ReadonlyMap<string, ReadonlySet<Permission>>;
}

/** The proven identity of a build, and its time in milliseconds since 1970. */
export interface BuildActor extends BuildToken {
  exchangedAt: number;
}

/** Limits of a key whose protocol requires individual rights. */
export interface HeldBack {
  scopes: ReadonlySet<Scope>;
  /** The rights in the protocol's terms. */
  rights: ReadonlySet<string>;
  /** Whether each use needs a code, for a user with a second factor. */
  needsCode: boolean;
}

export type Actor = AnonymousActor | UserActor;

export const anonymous: AnonymousActor = { kind: 'anonymous' };

/** @throws DomainError `unauthenticated` or `insufficient_scope` */
export function requireScope(actor: Actor, scope: Scope): UserActor {
  const user = requireUser(actor);
  if (!user.scopes.has(scope)) throw insufficientScope(scope);
  return user;
}

/**
 * Requires any one of the scopes. @throws DomainError `unauthenticated`, or `insufficient_scope` with the last scope
 */
export function requireOneScope(actor: Actor, scopes: readonly Scope[]): UserActor {
  const user = requireUser(actor);
  if (scopes.some((scope) => user.scopes.has(scope))) return user;
  throw insufficientScope(scopes.at(-1) ?? 'nothing');
}

/** @throws DomainError `unauthenticated` */
export function requireUser(actor: Actor): UserActor {
  if (actor.kind !== 'user') throw unauthenticated();
  return actor;
}

/**
 * For actions that take over an account or a package: a stolen token or an unattended session is not enough.
 * @throws DomainError `login_required`
 */
export function requireRecentLogin(actor: UserActor, maxAgeSeconds: number): void {
  const ageMs = Date.now() - (actor.authenticatedAt ?? Number.NEGATIVE_INFINITY);
  const isRecent = ageMs <= maxAgeSeconds * 1000;
  if (!isRecent) throw loginRequired(maxAgeSeconds);
}

/**
 * For an administrator's actions on other users: an unattended session is not enough. A token with the scope is
 * enough, and so is an operator at the machine. @throws DomainError `login_required`
 */
export function requireRecentSession(actor: UserActor, maxAgeSeconds: number): void {
  if (actor.sessionId !== undefined) requireRecentLogin(actor, maxAgeSeconds);
}

/**
 * Checks the token's binding: a token bound to a repository or package writes only there; one bound to a package
 * creates nothing.
 * @throws DomainError `forbidden`
 */
export function requireBinding(actor: UserActor, target: BoundTarget): void {
  if (!isWithinBinding(actor, target))
    throw forbidden('this token is bound to another package or repository');
}

/** Checks that the actor may create a package of this name. @throws DomainError `forbidden` */
export function requireCreatable(actor: UserActor, named: { ecosystem: string; name: string }): void {
  if (actor.boundPackageIds) throw forbidden('this token is bound to a package: it creates none');
  if (actor.boundTo && !allowsName(actor.boundTo, named)) {
    throw forbidden(`this token is not for ${named.name} of ${named.ecosystem}`);
  }
}

/** {@link requireBinding} as a predicate. */
export function isWithinBinding(
  { boundRepositoryId, boundPackageIds, boundTo }: UserActor,
  target: BoundTarget,
): boolean {
  if (boundTo && !allowsTarget(boundTo, target)) return false;
  if (boundRepositoryId !== undefined && boundRepositoryId !== target.repositoryId) return false;
  if (boundPackageIds === undefined) return true;
  const { packageId } = target;
  return typeof packageId === 'string' && boundPackageIds.has(packageId);
}

/**
 * Refuses tokens of trusted publishing, and tokens derived from them, everywhere except on publish routes.
 * @throws DomainError `forbidden`
 */
export function refuseExchanged(actor: Actor): void {
  if (actor.kind === 'user' && (actor.exchangedIn !== undefined || actor.tokenKind === 'oidc_derived')) {
    throw forbidden('tokens from trusted publishing only publish');
  }
}

/**
 * The actor within one ecosystem, or outside all (null): a credential of another ecosystem makes the actor anonymous.
 */
export function knownIn(actor: Actor, place: string | null): Actor {
  const isElsewhere = actor.kind === 'user' && actor.acceptedIn !== undefined && actor.acceptedIn !== place;
  return isElsewhere ? anonymous : actor;
}

/** Whether the actor is a build, with a token that it got for its identity. */
export function isBuild(actor: Actor): boolean {
  return actor.kind === 'user' && actor.exchangedIn !== undefined;
}

/** The origin of a request, for the audit log. */
export interface Origin {
  ipAddress: string | null;
  userAgent: string | null;
}

/** The performer of an action, as audit entries and workflows record it. */
export interface Performer extends Origin {
  userId: string | null;
  tokenId: string | null;
}

/** The origin of work without a request: schedules, repairs, steps of workflows. */
const nowhere: Origin = { ipAddress: null, userAgent: null };

export function performer(actor: Actor, origin: Origin): Performer {
  const user = actor.kind === 'user' ? actor : undefined;
  // a build acts for no person until its package is known: until then its token identifies the build
  const isPerson = user !== undefined && user.userId !== user.tokenId;
  return { userId: isPerson ? user.userId : null, tokenId: user?.tokenId ?? null, ...origin };
}

/** The performer of actions without a request. */
export const system: Performer = performer(anonymous, nowhere);

/** A user who has just proved their identity, without a credential so far. */
export function inPerson(userId: string, origin: Origin): Performer {
  return { userId, tokenId: null, ...origin };
}
