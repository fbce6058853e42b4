import { forbidden, insufficientScope, unauthenticated } from './errors.ts';
import type { Scope } from './scopes.ts';

export interface AnonymousActor {
  kind: 'anonymous';
}

/** Who carries a request: a person through a session or one of their tokens. */
export interface UserActor {
  kind: 'user';
  userId: string;
  username: string;
  isAdmin: boolean;
  /** Effective scopes: those of the credential, cut to what its owner may hold now. */
  scopes: ReadonlySet<Scope>;
  credential: 'session' | 'token';
  /** `oidc_derived` tokens are refused by some ecosystems. */
  tokenKind?: string;
  tokenId?: string;
  sessionId?: string;
  /** A token bound to a repository or package may write only there. */
  boundRepositoryId?: string;
  boundPackageId?: string;
  /** Organizations the person belongs to, with the role held there. */
  memberships: ReadonlyMap<string, string>;
}

export type Actor = AnonymousActor | UserActor;

export const anonymous: AnonymousActor = { kind: 'anonymous' };

/** @throws DomainError `unauthenticated` or `insufficient_scope` */
export function requireScope(actor: Actor, scope: Scope): UserActor {
  const user = requireUser(actor);
  if (!user.scopes.has(scope)) throw insufficientScope(scope);
  return user;
}

/** @throws DomainError `unauthenticated` */
export function requireUser(actor: Actor): UserActor {
  if (actor.kind !== 'user') throw unauthenticated();
  return actor;
}

/**
 * A token bound to a repository or package writes nowhere else; one bound to a package creates nothing.
 * @throws DomainError `forbidden`
 */
export function requireBinding(
  actor: UserActor,
  target: { repositoryId?: string; packageId?: string },
): void {
  const { boundRepositoryId, boundPackageId } = actor;
  const isElsewhere =
    (boundRepositoryId !== undefined && boundRepositoryId !== target.repositoryId) ||
    (boundPackageId !== undefined && boundPackageId !== target.packageId);
  if (isElsewhere) throw forbidden('this token is bound to something else');
}

/** Where a request came from, for the audit log. */
export interface Origin {
  ipAddress: string | null;
  userAgent: string | null;
}

/** Who did something, in the form that audit entries and workflows carry. */
export interface Performer extends Origin {
  userId: string | null;
  tokenId: string | null;
}

export function performer(actor: Actor, origin: Origin): Performer {
  const user = actor.kind === 'user' ? actor : undefined;
  return { userId: user?.userId ?? null, tokenId: user?.tokenId ?? null, ...origin };
}
