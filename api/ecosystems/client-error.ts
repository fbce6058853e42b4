import type { FastifyRequest } from 'fastify';
import { type DomainError, unauthenticated } from '../../domain/errors.ts';
import { toDomainError } from '../plugins/domain-error.ts';
import { carriesCredential } from '../plugins/presented-credential.ts';

/** Codes of reads of missing resources and of invalid names. */
const missing: ReadonlySet<string> = new Set(['not_found', 'invalid_name', 'invalid_version']);

/**
 * The error for a client of a package protocol. With `ADVERTISE_AUTH`, an anonymous read that finds nothing is
 * answered by a challenge, whether the resource is hidden, missing or has an invalid name.
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
