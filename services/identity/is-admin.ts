import { isPlatformAdmin } from '../../domain/authorize.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Authenticator } from './authenticate.ts';

/** Whether a credential is an administrator's of the platform, where it may as well be none at all. */
export function createIsAdmin({ authenticate }: Pick<Authenticator, 'authenticate'>) {
  return async (credential: string): Promise<boolean> => {
    try {
      const actor = await authenticate(credential);
      // nobody says here where the request came from
      const isFromAnywhere = actor.kind === 'user' && actor.allowedNetworks === undefined;
      return isFromAnywhere && isPlatformAdmin(actor);
    } catch (error) {
      // a seat's token of another game is nobody's credential
      if (error instanceof DomainError && error.status < 500) return false;
      throw error;
    }
  };
}
