import type { UserActor } from './actor.ts';
import type { Scope } from './scopes.ts';

/** Scopes of commands of a client whose log-in gives a token without them. */
export type ConfirmedScope = Extract<Scope, 'orgs:write'>;

/**
 * Whether the person of a token can add such a scope to it, for one request, with a proof that they are there. A token that a
 * person made narrow stays narrow: one that does not publish, or is bound; and one that has no person behind it.
 */
export function takesConfirmedScopes(actor: UserActor): boolean {
  const { scopes, madeBy, boundTo, boundRepositoryId, boundPackageIds, heldBack, exchangedIn } = actor;
  const bounds = [madeBy, boundTo, boundRepositoryId, boundPackageIds, heldBack, exchangedIn];
  return scopes.has('packages:write') && bounds.every((bound) => bound === undefined);
}

/** The actor with these scopes, where {@link takesConfirmedScopes} allows it. */
export function withConfirmedScopes(actor: UserActor, confirmed: readonly ConfirmedScope[]): UserActor {
  if (confirmed.length === 0 || !takesConfirmedScopes(actor)) return actor;
  return { ...actor, scopes: new Set([...actor.scopes, ...confirmed]) };
}
