import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/errors.ts';
import { parseJson } from '../../domain/utf8.ts';
import { readBounded } from '../json-body.ts';

/** A project with ten thousand dependencies, in bytes. */
const maxBytes = 8 << 20;

/** JSON that may be compressed. @throws DomainError `too_large`, `malformed_json`, `bad_request`, `unsupported_media_type` */
export async function readAuditBody({ body, headers }: FastifyRequest): Promise<unknown> {
  if (!(body instanceof Readable)) throw new DomainError('bad_request', 'the body is empty');
  return parseJson(await readPlain(body, headers['content-encoding']));
}

async function readPlain(body: Readable, encoding: string | undefined): Promise<Buffer> {
  const kind = encoding?.toLowerCase() ?? 'identity';
  if (kind === 'identity') return readBounded(body, maxBytes);
  if (kind !== 'gzip' && kind !== 'x-gzip') {
    throw new DomainError('unsupported_media_type', 'bodies may be compressed with gzip only');
  }
  const gunzip = createGunzip();
  // a request that breaks off would leave the reader waiting
  body.once('error', (error) => gunzip.destroy(error));
  try {
    return await readBounded(body.pipe(gunzip), maxBytes);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError('bad_request', 'the body is not valid gzip', {}, error);
  } finally {
    body.unpipe(gunzip);
    gunzip.destroy();
  }
}
