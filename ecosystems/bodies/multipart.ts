import { Busboy } from '@fastify/busboy';
import type { IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { DomainError } from '../../domain/errors.ts';
import { decodeUtf8 } from '../../domain/utf8.ts';

export interface FormLimits {
  /**
   * Limits for boundaries, part headers, fields and ignored parts. A form with more parts is not a push of a package:
   * its remaining parts are not parsed.
   */
  readonly form: { readonly bytes: number; readonly count: number };
  readonly field: { readonly bytes: number };
}

export interface FirstPart<T> {
  headers: IncomingHttpHeaders;
  body: Readable;
  /** Largest accepted part in bytes. */
  maxBytes: number;
  limits: FormLimits;
  /** The name of the received part. Absent: the first part is received. */
  name?: string;
  /** Called with the filename that the client sent. */
  named?(filename: string): void;
  receive(part: Readable): Promise<T>;
  /** Small text fields beside the part: their names, and a setter for their values. */
  fields?: { names: readonly string[]; set(name: string, value: string): void };
  /** Called with the result of `receive` when the rest of the body is malformed. */
  discard(received: T): Promise<void>;
}

/**
 * Streams the first part, or the part named `name`, to `receive` and skips the others. The length of the body may be
 * unknown. @throws DomainError `unsupported_media_type`, `bad_request`, `too_large`, and errors of `receive`
 */
export async function receiveFirstPart<T>(form: FirstPart<T>): Promise<T> {
  const parser = createParser(form);
  let part: Readable | undefined;
  let received: Promise<T> | undefined;
  const texts: Promise<void>[] = [];
  const failed = new Promise<never>((_resolve, reject) => {
    parser.on('error', (error: unknown) => reject(malformed(error)));
    parser.on('partsLimit', () => reject(malformed()));
    parser.on('file', (name, stream, filename) => {
      if (form.fields?.names.includes(name)) {
        const text = readText(stream, form.limits.field.bytes).then((value) => form.fields?.set(name, value));
        text.catch(reject);
        texts.push(text);
        return;
      }
      if (received !== undefined || (form.name !== undefined && form.name !== name)) {
        stream.resume();
        return;
      }
      part = stream;
      // The reader of the stream handles its errors; this listener handles errors after the last read.
      stream.on('error', () => undefined);
      form.named?.(filename);
      received = form.receive(stream);
      received.catch(reject);
    });
  });
  // Every wait below races against `failed`; outside of a wait a failure must not count as unhandled.
  failed.catch(() => undefined);
  try {
    await Promise.race([failed, write(parser, form, failed)]);
    if (received === undefined) throw malformed();
    await Promise.all(texts);
    return await received;
  } catch (error) {
    part?.destroy(error instanceof Error ? error : undefined);
    drain(form.body, form.maxBytes);
    await received?.then(form.discard, () => undefined);
    throw wasCutOff(form.body, error) ? malformed(error) : error;
  }
}

async function readText(part: Readable, maxFieldBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of part as AsyncIterable<Buffer>) {
    size += chunk.length;
    // a field that is too long is still read to its end: the parser waits for every part
    if (size <= maxFieldBytes) chunks.push(chunk);
  }
  if (size > maxFieldBytes) throw new DomainError('bad_request', 'a field of the form is too long');
  return decodeUtf8(Buffer.concat(chunks), { what: 'a field of the form', code: 'bad_request' });
}

function wasCutOff(body: Readable, error: unknown): boolean {
  return body.errored !== null && !(error instanceof DomainError);
}

type Parser = ReturnType<typeof createParser>;

function createParser({ headers, limits }: Pick<FirstPart<unknown>, 'headers' | 'limits'>) {
  const contentType = headers['content-type'];
  if (contentType === undefined || !/^multipart\/form-data\s*;/i.test(contentType)) {
    throw new DomainError('unsupported_media_type', 'a package is sent as multipart/form-data');
  }
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': contentType },
      isPartAFile: () => true,
      limits: { parts: limits.form.count, headerPairs: 100, headerSize: 16 * 1024 },
    });
  } catch (error) {
    throw malformed(error);
  }
}

async function write<T>(parser: Parser, form: FirstPart<T>, failed: Promise<never>): Promise<void> {
  const finished = once(parser, 'finish');
  finished.catch(() => undefined);
  let isRefused = false;
  failed.catch(() => (isRefused = true));
  let size = 0;
  // Leaving the loop must keep the connection open: the client still has to read the answer.
  for await (const chunk of form.body.iterator({ destroyOnReturn: false })) {
    if (isRefused) return;
    size += chunk.length;
    if (size > form.maxBytes + form.limits.form.bytes) {
      throw new DomainError('too_large', `a package has at most ${form.maxBytes} bytes`);
    }
    if (!parser.write(chunk)) await Promise.race([once(parser, 'drain'), failed]);
  }
  parser.end();
  await Promise.race([finished, failed]);
}

/** Lets a client finish sending before it reads its refusal, up to a limit. */
function drain(body: Readable, maxBytes: number): void {
  let size = 0;
  body.on('error', () => undefined);
  body.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxBytes) body.destroy();
  });
  body.resume();
}

function malformed(cause?: unknown): DomainError {
  return new DomainError('bad_request', 'the form does not contain a package', {}, cause);
}
