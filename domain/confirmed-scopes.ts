import type { UserActor } from './actor.ts';
import type { Scope } from './scopes.ts';

/** Scopes that commands of a client need and the token of its log-in lacks. */
export type ConfirmedScope = Extract<Scope, 'orgs:write'>;

/**
 * Whether the person of a token can add a scope to it for one request, by confirming the request. Narrow tokens stay narrow:
 * tokens without `packages:write`, bound tokens, and tokens of organizations and builds.
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
