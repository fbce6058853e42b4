import { Readable } from 'node:stream';
import { DomainError } from '../../domain/errors.ts';

const maxBodyBytes = 64 << 10;

/** Of a small request. @throws DomainError `too_large`, `malformed_json`, `bad_request` */
export async function readJson(body: unknown): Promise<unknown> {
  if (!(body instanceof Readable)) throw new DomainError('bad_request', 'the body is empty');
  const chunks: Buffer[] = [];
  let size = 0;
  // leaving the loop must keep the connection open: the client still has to read the answer
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes) throw new DomainError('too_large', `the body exceeds ${maxBodyBytes} bytes`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch (error) {
    throw new DomainError('malformed_json', 'the body is not JSON', {}, error);
  }
}
