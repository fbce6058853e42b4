import { isPlatformAdmin } from '../../domain/authorize.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Authenticator } from './authenticate.ts';

/** Whether a credential is an administrator's of the platform, where it may as well be none at all. */
export function createIsAdmin({ authenticate }: Pick<Authenticator, 'authenticate'>) {
  return async (credential: string): Promise<boolean> => {
    try {
      return isPlatformAdmin(await authenticate(credential));
    } catch (error) {
      // a seat's token of another game is nobody's credential
      if (error instanceof DomainError && error.status < 500) return false;
      throw error;
    }
  };
}
