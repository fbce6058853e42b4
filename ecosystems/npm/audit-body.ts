import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/errors.ts';
import { readBounded } from '../json-body.ts';

/** A project with ten thousand dependencies, in bytes. */
const maxBytes = 8 << 20;

/** JSON that may be compressed. @throws DomainError `too_large`, `malformed_json`, `bad_request`, `unsupported_media_type` */
export async function readAuditBody({ body, headers }: FastifyRequest): Promise<unknown> {
  if (!(body instanceof Readable)) throw new DomainError('bad_request', 'the body is empty');
  const text = await readText(body, headers['content-encoding']);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new DomainError('malformed_json', 'the body is not JSON', {}, error);
  }
}

async function readText(body: Readable, encoding: string | undefined): Promise<string> {
  const kind = encoding?.toLowerCase() ?? 'identity';
  if (kind === 'identity') return (await readBounded(body, maxBytes)).toString('utf8');
  if (kind !== 'gzip' && kind !== 'x-gzip') {
    throw new DomainError('unsupported_media_type', 'bodies may be compressed with gzip only');
  }
  const gunzip = createGunzip();
  // a request that breaks off would leave the reader waiting
  body.once('error', (error) => gunzip.destroy(error));
  try {
    return (await readBounded(body.pipe(gunzip), maxBytes)).toString('utf8');
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError('bad_request', 'the body is not valid gzip', {}, error);
  } finally {
    body.unpipe(gunzip);
    gunzip.destroy();
  }
}
