import { Readable } from 'node:stream';
import { DomainError } from '../domain/errors.ts';
import { parseJson } from '../domain/utf8.ts';

const maxBodyBytes = 64 << 10;

/** Of a small request. @throws DomainError `too_large`, `malformed_json`, `bad_request` */
export async function readJson(body: unknown): Promise<unknown> {
  if (!(body instanceof Readable)) throw new DomainError('bad_request', 'the body is empty');
  return parseJson(await readBounded(body, maxBodyBytes));
}

/** A whole body. @throws DomainError `too_large` */
export async function readBounded(body: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // leaving the loop must keep the connection open: the client still has to read the answer
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new DomainError('too_large', `the body exceeds ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
