import type { FastifyRequest } from 'fastify';
import { type DomainError, unauthenticated } from '../../domain/errors.ts';
import { toDomainError } from '../plugins/domain-error.ts';
import { carriesCredential } from '../plugins/presented-credential.ts';

/** Of reads: what is not there, and what can be no name of anything that is. */
const missing: ReadonlySet<string> = new Set(['not_found', 'invalid_name', 'invalid_version']);

/**
 * What a client of a package protocol is told. Where the instance says so (`ADVERTISE_AUTH`), a reader without a
 * credential and finds nothing is challenged, whatever the reason: hidden, missing, or no name at all.
 */
export function clientError(
  { advertiseAuth }: { advertiseAuth: boolean },
  error: unknown,
  request?: FastifyRequest,
): DomainError {
  const known = toDomainError(error);
  if (!advertiseAuth || request === undefined || !missing.has(known.code)) return known;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead && !carriesCredential(request.headers) ? unauthenticated() : known;
}
