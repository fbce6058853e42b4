import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../../domain/caller.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { BodyReader } from '../../context/bodies.ts';
import { readBounded } from '../../bodies/json.ts';
import type { RouteContext } from '../../context/context.ts';
import { limits } from '../format/limits.ts';

/**
 * Reads a JSON body that may be compressed; the unpacked size is checked while the body arrives.
 * @throws DomainError `too_large`, `malformed_json`, `bad_request`, `request_timeout`, `unsupported_media_type`, `overloaded`
 */
export async function readAuditBody<Result>(
  { bodies }: RouteContext,
  { body, headers }: FastifyRequest,
  sender: Caller,
  reader: BodyReader<null, Result>,
): Promise<Result> {
  if (!(body instanceof Readable)) throw new DomainError('bad_request', 'the body is empty');
  return bodies.hold(sender, async (take) => {
    const bytes = await readBytes(body, headers['content-encoding'], take);
    return bodies.read(sender, reader, bytes, null);
  });
}

async function readBytes(
  body: Readable,
  encoding: string | undefined,
  take: (bytes: number) => void,
): Promise<Buffer> {
  const kind = encoding?.toLowerCase() ?? 'identity';
  const bound = limits.audit;
  if (kind === 'identity') return readBounded(body, bound, { take });
  if (kind !== 'gzip' && kind !== 'x-gzip') {
    throw new DomainError('unsupported_media_type', 'bodies may be compressed with gzip only');
  }
  const gunzip = createGunzip();
  let compressed = 0;
  // blocks may be empty: the packed size needs a separate limit
  const count = (chunk: Buffer) => {
    compressed += chunk.length;
    if (compressed <= bound.bytes) return;
    gunzip.destroy(new DomainError('too_large', `the body is larger than ${bound.bytes} bytes`));
  };
  body.on('data', count);
  // an aborted request must end the reader
  body.once('error', (error) => gunzip.destroy(error));
  try {
    return await readBounded(body.pipe(gunzip), bound, { take });
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError('bad_request', 'the body is not valid gzip', {}, error);
  } finally {
    body.off('data', count);
    body.unpipe(gunzip);
    gunzip.destroy();
  }
}
