import { isPlatformAdmin } from '../../../domain/authorize.ts';
import { notFound } from '../../../domain/errors.ts';
import type { ChessClient } from '../../../services/makers/makers.ts';
import type { PageContext } from '../../page.ts';

/** The reader as a client of the chess service: the account of the session, or the address. */
export function chessClient({ caller, person }: Pick<PageContext, 'caller' | 'person'>): ChessClient {
  return {
    credential: undefined,
    address: caller.origin.ipAddress ?? '',
    account: person ? { userId: person.userId, isAdmin: isPlatformAdmin(person) } : null,
  };
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The id in the address. @throws DomainError `not_found` for an invalid id */
export function gameIdOf({ params }: Pick<PageContext, 'params'>): string {
  const { id = '' } = params;
  if (!uuid.test(id)) throw notFound('page');
  return id;
}
