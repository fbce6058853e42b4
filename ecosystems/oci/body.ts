import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/errors.ts';

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
  const chunks: Buffer[] = [];
  let size = Number(request.headers['content-length'] ?? 0);
  if (size > maxBytes) throw tooLarge(maxBytes);
  size = 0;
  try {
    // leaving the loop must keep the connection open: the client still has to read the answer
    const body = streamOf(request).iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    for await (const chunk of body) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError('bad_request', 'the upload broke off', {}, error);
  }
  return Buffer.concat(chunks);
}

function tooLarge(maxBytes: number): DomainError {
  return new DomainError('too_large', `the body is larger than ${maxBytes} bytes`);
}
