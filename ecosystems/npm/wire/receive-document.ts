import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { createCollector } from '../../../domain/byte-collector.ts';
import { DomainError } from '../../../domain/errors.ts';
import { decodeUtf8 } from '../../../domain/utf8.ts';
import { atPace, type Progress } from '../../bodies/deadline.ts';
import { eachPiece } from '../../bodies/pieces.ts';
import type { StagedUpload } from '../../context/publishing.ts';
import { createAttachmentScanner, type DataSink } from './attachment-scanner.ts';
import { createBase64Decoder } from './base64.ts';
import { limits } from '../format/limits.ts';

/** Limit of a text beside the tarball: an attestation. */
const { bytes: maxTextBytes } = limits.attestation;
/** Maximum number of texts; a publish has one. */
const maxTexts = limits['texts beside attachments'].count;

export interface ReceivedDocument {
  /** The JSON of the body, unparsed, with empty strings in place of attachment data. */
  json: Buffer;
  /** The one attachment that is a file, decoded. */
  file: { key: string; upload: StagedUpload } | undefined;
  /** Attachments that are texts, by their keys. */
  texts: ReadonlyMap<string, string>;
}

export interface Receiving {
  /** Largest tarball in bytes. */
  maxFileBytes: number;
  /** Largest rest of the body in bytes. */
  maxJsonBytes: number;
  /** Called with the size of every piece that stays in memory. */
  take?(bytes: number): void;
  /** For tests: the interval in which a body that occupies memory must make progress. */
  withinMs?: number;
  receive(body: Readable): Promise<StagedUpload>;
  discard(upload: StagedUpload): Promise<void>;
}

/**
 * Reads a document while it arrives: its tarball goes to `receive`, the rest stays in memory. A failure discards the
 * tarball. @throws DomainError `malformed_json`, `bad_request`, `too_large`, `request_timeout`, and errors of
 * `receive` and `take`
 */
export async function receiveDocument(body: unknown, options: Receiving): Promise<ReceivedDocument> {
  if (!(body instanceof Readable)) throw new DomainError('bad_request', 'the body is empty');
  const texts = new Map<string, string>();
  let file: FileSink | undefined;
  const progress: Progress = { kept: 0, passed: 0 };
  const take = (bytes: number) => {
    progress.kept += bytes;
    options.take?.(bytes);
  };
  const scanner = createAttachmentScanner({
    maxKeptBytes: options.maxJsonBytes,
    take,
    open(key) {
      if (texts.has(key) || file?.key === key)
        throw new DomainError('bad_request', `${key} is attached twice`);
      if (key.endsWith('.sigstore')) {
        if (texts.size === maxTexts)
          throw new DomainError('bad_request', 'a request has at most one attestation');
        return textSink(take, (text) => texts.set(key, text));
      }
      if (file) throw new DomainError('bad_request', 'exactly one tarball belongs into a request');
      file = fileSink(key, options, (bytes) => (progress.passed += bytes));
      return file;
    },
  });
  try {
    await scanBody(body, options, { progress, push: scanner.push, file: () => file });
    const json = scanner.finish();
    return { json, file: file && { key: file.key, upload: await file.received }, texts };
  } catch (error) {
    await file?.abort();
    throw error;
  }
}

interface Scan {
  progress: Progress;
  push(chunk: Buffer): void;
  file(): FileSink | undefined;
}

async function scanBody(
  body: Readable,
  { maxFileBytes, maxJsonBytes, withinMs }: Receiving,
  { progress, push, file }: Scan,
): Promise<void> {
  const maxBytes = Math.ceil(maxFileBytes * 1.4) + maxJsonBytes;
  let size = 0;
  const pieces = eachPiece(body, (chunk) => {
    size += chunk.length;
    if (size > maxBytes) throw new DomainError('too_large', `the body is larger than ${maxBytes} bytes`);
    push(chunk);
    return file()?.settled();
  });
  try {
    await atPace(pieces.all, () => progress, withinMs);
  } catch (error) {
    if (error instanceof DomainError || (body.errored === null && !body.destroyed)) throw error;
    throw new DomainError('bad_request', 'the upload broke off', {}, error);
  } finally {
    pieces.stop();
  }
}

interface FileSink extends DataSink {
  key: string;
  received: Promise<StagedUpload>;
  /** Resolves when the store has taken all written bytes; undefined: already taken. @throws the store's error */
  settled(): Promise<void> | undefined;
  /** Ends the stream and discards the stored part. */
  abort(): Promise<void>;
}

function fileSink(key: string, { receive, discard }: Receiving, passed: (bytes: number) => void): FileSink {
  const stream = new PassThrough();
  const decoder = createBase64Decoder();
  const received = receive(stream);
  // a waiting reader gets the error; between two chunks there is no reader
  received.catch(() => undefined);
  stream.on('error', () => undefined);
  return {
    key,
    received,
    write(raw) {
      passed(raw.length);
      stream.write(decoder.push(raw));
    },
    end() {
      decoder.finish();
      stream.end();
    },
    settled() {
      if (!stream.writableNeedDrain) return undefined;
      const drained = once(stream, 'drain');
      drained.catch(() => undefined);
      return Promise.race([drained, received]).then(() => undefined);
    },
    async abort() {
      if (!stream.writableFinished) stream.destroy(new DomainError('bad_request', 'the upload broke off'));
      await received.then(discard, () => undefined);
    },
  };
}

function textSink(take: (bytes: number) => void, done: (text: string) => void): DataSink {
  const pieces = createCollector(maxTextBytes, 'an attached text');
  return {
    write(raw) {
      pieces.push(raw);
      take(raw.length);
    },
    end: () => done(String(parse(`"${decodeUtf8(pieces.bytes())}"`))),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DomainError('malformed_json', 'the body is not JSON', {}, error);
  }
}
