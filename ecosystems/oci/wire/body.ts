import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../../domain/errors.ts';
import type { Bound } from '../../../domain/limits.ts';
import { readBounded } from '../../bodies/json.ts';

/** The body as a stream; empty without a body. */
export function streamOf(request: FastifyRequest): Readable {
  return request.body instanceof Readable ? request.body : Readable.from([]);
}

/** Whether the client sends a body, by its headers. */
export function hasBody(request: FastifyRequest): boolean {
  return request.body instanceof Readable && request.headers['content-length'] !== '0';
}

/**
 * Reads a whole body; `take` gets the number of kept bytes.
 * @throws DomainError `too_large`, `bad_request` for a cut-off body
 */
export async function readBody(
  request: FastifyRequest,
  { bytes }: Bound,
  take?: (bytes: number) => void,
): Promise<Buffer> {
  // the manifest reader checks the length of manifests, with better messages
  if (Number(request.headers['content-length'] ?? 0) > bytes) throw tooLarge(bytes);
  try {
    return await readBounded(streamOf(request), { bytes }, take && { take });
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError('bad_request', 'the upload broke off', {}, error);
  }
}

function tooLarge(maxBytes: number): DomainError {
  return new DomainError('too_large', `the body is larger than ${maxBytes} bytes`);
}
