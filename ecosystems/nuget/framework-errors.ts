import { DomainError } from '../../domain/errors.ts';

/** What the framework refuses by itself keeps its status; anything unknown is ours to fix. */
export function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return new DomainError('too_large', 'the request body is too large', {}, error);
  if (status === 415) return new DomainError('unsupported_media_type', 'unsupported media type', {}, error);
  if (status === 429) return new DomainError('rate_limited', 'too many requests', {}, error);
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new DomainError('bad_request', 'the request is malformed', {}, error);
  }
  return new DomainError('internal', 'internal error', {}, error);
}
