import { createCollector } from '../../../domain/byte-collector.ts';
import { DomainError } from '../../../domain/errors.ts';
import { limits } from '../format/limits.ts';

const { depth: maxDepth, values: maxValues } = limits.document;
/** Maximum bytes of an attachment's key: no name and version make a longer key. */
const maxKeyBytes = limits['attachment key'].bytes;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** Receives the data of one attachment: the raw bytes between the quotes of the JSON string, escapes included. */
export interface DataSink {
  write(raw: Buffer): void;
  end(): void;
}

/**
 * Finds `_attachments.<name>.data` in a JSON text as it arrives, in any order of keys, and keeps everything else.
 * It recognises strings and brackets; `JSON.parse` later checks the kept text.
 */
export interface AttachmentScanner {
  /** @throws DomainError `malformed_json`, `too_large` */
  push(chunk: Buffer): void;
  /** The text without attachment data. @throws DomainError `malformed_json` */
  finish(): Buffer;
}

export function createAttachmentScanner(options: {
  /** Largest text beside the attachments in bytes. */
  maxKeptBytes: number;
  /** Called with the size of every kept piece. */
  take?(bytes: number): void;
  open(name: string): DataSink;
}): AttachmentScanner {
  const kept = createCollector(options.maxKeptBytes, 'the body beside its attachments');
  let values = 0;
  /** Bracket and current key of every open container, outermost first. */
  const brackets: number[] = [];
  const keys: string[] = [];
  let isKeyNext = false;
  let string: 'key' | 'value' | DataSink | undefined;
  let isEscaped = false;
  let key: Buffer[] = [];

  function keep(bytes: Buffer): void {
    // `too_large` is more precise than `overloaded`
    kept.push(bytes);
    options.take?.(bytes.length);
  }

  function count(): void {
    values += 1;
    if (values > maxValues) throw new DomainError('too_large', `the body has more than ${maxValues} values`);
  }

  /** Whether the next key may lead to an attachment; other keys, perhaps millions, are not stored. */
  function isOnTheWay(): boolean {
    return brackets.length === 1 || (brackets.length <= 3 && keys[0] === '_attachments');
  }

  function beginString(): void {
    if (isKeyNext) {
      string = 'key';
      key = [];
      return;
    }
    const isData =
      brackets.length === 3 &&
      keys[0] === '_attachments' &&
      keys[2] === 'data' &&
      brackets.every((bracket) => bracket === openBrace);
    string = isData ? options.open(keys[1] ?? '') : 'value';
  }

  function endString(): void {
    if (string === 'key') {
      keys[brackets.length - 1] = isOnTheWay() ? decodeKey(Buffer.concat(key)) : '';
      isKeyNext = false;
    } else if (typeof string === 'object') string.end();
    string = undefined;
  }

  function bracket(byte: number): void {
    if (byte === openBrace || byte === openBracket) {
      count();
      if (brackets.length === maxDepth) throw malformed('the body is nested too deeply');
      brackets.push(byte);
      keys.push('');
      isKeyNext = byte === openBrace;
    } else if (byte === closeBrace || byte === closeBracket) {
      brackets.pop();
      keys.pop();
      isKeyNext = false;
    } else if (byte === comma) {
      count();
      isKeyNext = brackets.at(-1) === openBrace;
    }
  }

  /** Index behind the last byte that belongs to the string, its closing quote not included. */
  function endOfString(chunk: Buffer, from: number): number {
    let at = from;
    if (isEscaped && at < chunk.length) {
      isEscaped = false;
      at += 1;
    }
    while (at < chunk.length) {
      const nextQuote = chunk.indexOf(quote, at);
      const end = nextQuote === -1 ? chunk.length : nextQuote;
      const nextEscape = chunk.subarray(at, end).indexOf(backslash);
      if (nextEscape === -1) return end;
      at += nextEscape + 2;
      if (at > chunk.length) isEscaped = true;
    }
    return chunk.length;
  }

  return {
    push(chunk) {
      let at = 0;
      let keepFrom = 0;
      while (at < chunk.length) {
        if (string !== undefined) {
          const end = endOfString(chunk, at);
          if (typeof string === 'object') {
            if (end > at) string.write(chunk.subarray(at, end));
            keepFrom = end;
          } else if (string === 'key' && isOnTheWay()) {
            key.push(Buffer.from(chunk.subarray(at, Math.min(end, at + maxKeyBytes))));
          }
          at = end;
          if (at < chunk.length) {
            endString();
            at += 1;
          }
          continue;
        }
        const byte = chunk[at] ?? 0;
        at += 1;
        if (byte !== quote) {
          bracket(byte);
          continue;
        }
        beginString();
        if (typeof string === 'object') {
          keep(chunk.subarray(keepFrom, at));
          keepFrom = at;
        }
      }
      if (keepFrom < chunk.length && typeof string !== 'object') keep(chunk.subarray(keepFrom));
    },
    finish() {
      if (string !== undefined || brackets.length > 0) throw malformed('the body ends too early');
      return kept.bytes();
    },
  };
}

function decodeKey(raw: Buffer): string {
  if (raw.length > maxKeyBytes) return '';
  const text = raw.toString('utf8');
  if (!text.includes('\\')) return text;
  try {
    return String(JSON.parse(`"${text}"`));
  } catch (error) {
    throw malformed('the body is not JSON', error);
  }
}

function malformed(detail: string, cause?: unknown): DomainError {
  return new DomainError('malformed_json', detail, {}, cause);
}
