import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/errors.ts';

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
  if (kind === 'identity') return collect(body);
  if (kind !== 'gzip' && kind !== 'x-gzip') {
    throw new DomainError('unsupported_media_type', 'bodies may be compressed with gzip only');
  }
  const gunzip = createGunzip();
  // a request that breaks off would leave the reader waiting
  body.once('error', (error) => gunzip.destroy(error));
  try {
    return await collect(body.pipe(gunzip));
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError('bad_request', 'the body is not valid gzip', {}, error);
  } finally {
    body.unpipe(gunzip);
    gunzip.destroy();
  }
}

async function collect(source: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  // leaving the loop must keep the connection open: the client still has to read the answer
  for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new DomainError('too_large', `the body exceeds ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
