import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/errors.ts';
import { readBounded } from '../json-body.ts';

/** The body as it arrives; an empty one when there is none. */
export function streamOf(request: FastifyRequest): Readable {
  return request.body instanceof Readable ? request.body : Readable.from([]);
}

/** Whether the client sends anything, as far as its headers tell. */
export function hasBody(request: FastifyRequest): boolean {
  return request.body instanceof Readable && request.headers['content-length'] !== '0';
}

/** Reads a small body. @throws DomainError `too_large`, `bad_request` when it breaks off */
export async function readBody(request: FastifyRequest, maxBytes: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  try {
    return await readBounded(streamOf(request), maxBytes);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError('bad_request', 'the upload broke off', {}, error);
  }
}

function tooLarge(maxBytes: number): DomainError {
  return new DomainError('too_large', `the body is larger than ${maxBytes} bytes`);
}
