import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { createCollector } from '../../domain/byte-collector.ts';
import { DomainError } from '../../domain/errors.ts';
import { bodyLimits } from '../../domain/limits.ts';
import { decodeUtf8 } from '../../domain/utf8.ts';
import type { StagedUpload } from '../route-context.ts';
import { createAttachmentScanner, type DataSink } from './attachment-scanner.ts';
import { createBase64Decoder } from './base64.ts';

/** A text beside the tarball: an attestation. */
const { bytes: maxTextBytes } = bodyLimits['npm.attestation'];
/** A publish has one. */
const maxTexts = 1;

export interface ReceivedDocument {
  /** JSON of what the body says, with empty strings in place of attachment data. Nobody has parsed it yet. */
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
  /** Hears of every piece that stays in memory. */
  take?(bytes: number): void;
  receive(body: Readable): Promise<StagedUpload>;
  discard(upload: StagedUpload): Promise<void>;
}

/**
 * Reads a document while it arrives: its tarball goes to `receive`, the rest stays in memory. Nothing stays
 * behind when it fails. @throws DomainError `malformed_json`, `bad_request`, `too_large`, and what `receive` throws
 */
export async function receiveDocument(body: unknown, options: Receiving): Promise<ReceivedDocument> {
  if (!(body instanceof Readable)) throw new DomainError('bad_request', 'the body is empty');
  const texts = new Map<string, string>();
  let file: FileSink | undefined;
  const scanner = createAttachmentScanner({
    maxKeptBytes: options.maxJsonBytes,
    ...(options.take === undefined ? {} : { take: options.take }),
    open(key) {
      if (texts.has(key) || file?.key === key)
        throw new DomainError('bad_request', `${key} is attached twice`);
      if (key.endsWith('.sigstore')) {
        if (texts.size === maxTexts)
          throw new DomainError('bad_request', 'a request has at most one attestation');
        return textSink((text) => texts.set(key, text));
      }
      if (file) throw new DomainError('bad_request', 'exactly one tarball belongs into a request');
      file = fileSink(key, options);
      return file;
    },
  });
  try {
    await scanBody(body, options, scanner.push, () => file);
    const json = scanner.finish();
    return { json, file: file && { key: file.key, upload: await file.received }, texts };
  } catch (error) {
    await file?.abort();
    throw error;
  }
}

async function scanBody(
  body: Readable,
  { maxFileBytes, maxJsonBytes }: Receiving,
  push: (chunk: Buffer) => void,
  file: () => FileSink | undefined,
): Promise<void> {
  const maxBytes = Math.ceil(maxFileBytes * 1.4) + maxJsonBytes;
  let size = 0;
  try {
    // leaving the loop must keep the connection open: the client still has to read the answer
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw new DomainError('too_large', `the body is larger than ${maxBytes} bytes`);
      push(chunk);
      await file()?.settled();
    }
  } catch (error) {
    if (error instanceof DomainError || body.errored === null) throw error;
    throw new DomainError('bad_request', 'the upload broke off', {}, error);
  }
}

interface FileSink extends DataSink {
  key: string;
  received: Promise<StagedUpload>;
  /** Waits until the store has taken what was written. @throws whatever made the store refuse it */
  settled(): Promise<void>;
  /** Ends it and throws away what was stored already. */
  abort(): Promise<void>;
}

function fileSink(key: string, { receive, discard }: Receiving): FileSink {
  const stream = new PassThrough();
  const decoder = createBase64Decoder();
  const received = receive(stream);
  // whoever waits hears of it; between two chunks nobody does
  received.catch(() => undefined);
  stream.on('error', () => undefined);
  return {
    key,
    received,
    write: (raw) => void stream.write(decoder.push(raw)),
    end() {
      decoder.finish();
      stream.end();
    },
    async settled() {
      if (!stream.writableNeedDrain) return;
      const drained = once(stream, 'drain');
      drained.catch(() => undefined);
      await Promise.race([drained, received]);
    },
    async abort() {
      if (!stream.writableFinished) stream.destroy(new DomainError('bad_request', 'the upload broke off'));
      await received.then(discard, () => undefined);
    },
  };
}

function textSink(done: (text: string) => void): DataSink {
  const pieces = createCollector(maxTextBytes, 'an attached text');
  return {
    write: (raw) => pieces.push(raw),
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
