import { knownIn, refuseExchanged, requireBinding } from '../../domain/actor.ts';
import { isPlatformAdmin } from '../../domain/authorize.ts';
import { DomainError } from '../../domain/errors.ts';
import { requireNetwork } from '../../domain/networks.ts';
import type { Authenticator } from './authenticate.ts';

/** The person behind a credential. */
export interface Account {
  userId: string;
  isAdmin: boolean;
}

/** Returns the account of a credential that is used from an address; null for a credential without an account. */
export type AccountOf = (credential: string, address: string) => Promise<Account | null>;

export function createAccountOf(authenticator: Pick<Authenticator, 'authenticate'>): AccountOf {
  return async (credential, address) => {
    try {
      // credentials for one ecosystem, or for some packages or repositories, are not accepted here
      const actor = knownIn(await authenticator.authenticate(credential), null);
      if (actor.kind !== 'user' || actor.heldBack) return null;
      requireNetwork(actor, address);
      refuseExchanged(actor);
      requireBinding(actor, {});
      return { userId: actor.userId, isAdmin: isPlatformAdmin(actor) };
    } catch (error) {
      // an invalid credential, or the token of a seat
      if (error instanceof DomainError && error.status < 500) return null;
      throw error;
    }
  };
}
