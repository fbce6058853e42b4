import type { FastifyRequest } from 'fastify';
import { type DomainError, unauthenticated } from '../../domain/errors.ts';
import { toDomainError } from '../plugins/domain-error.ts';
import { carriesCredential } from '../plugins/presented-credential.ts';

/** Codes of reads of missing resources, and of impossible names. */
const missing: ReadonlySet<string> = new Set(['not_found', 'invalid_name', 'invalid_version']);

/**
 * The error for a client of a package protocol. Where the instance says so (`ADVERTISE_AUTH`), a reader without a
 * credential who finds nothing is challenged, for every reason: hidden, missing, or no name at all.
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
