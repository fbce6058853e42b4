import { answerLimits } from '../../../domain/limits/answers.ts';
import { isUtf8 } from 'node:buffer';
import { MIMEType, TextDecoder } from 'node:util';
import { chessError } from '../../../chess/errors.ts';

const usual = 'utf-8';
const maxShown = answerLimits['quoted PGN'].characters;

/** @throws ChessError `unsupported_media_type` for a compressed body */
export function requirePlain(contentEncoding: string | undefined): void {
  const coding = (contentEncoding ?? '').trim().toLowerCase();
  if (coding === '' || coding === 'identity') return;
  throw chessError('unsupported_media_type', 'error.unknown_coding', { coding: coding.slice(0, maxShown) });
}

/** Charset of older texts (PGN 4.1). Programs write it and UTF-16 without declaring them. */
const older = 'iso-8859-1';
const marked: readonly [number, number, string][] = [
  [0xff, 0xfe, 'utf-16le'],
  [0xfe, 0xff, 'utf-16be'],
];

/**
 * Decodes a file like {@link decodeBody}, but without a named charset, bytes that are not UTF-8 are ISO 8859-1 or
 * UTF-16.
 */
export function decodeFile(body: Uint8Array, contentType: string | undefined): string {
  if (charsetOf(contentType) !== null) return decodeBody(body, contentType);
  const [, , utf16] = marked.find(([first, second]) => body[0] === first && body[1] === second) ?? [];
  if (utf16 !== undefined) return new TextDecoder(utf16).decode(body);
  return isUtf8(body) ? new TextDecoder(usual).decode(body) : new TextDecoder(older).decode(body);
}

/**
 * Decodes a body in the charset that its type names, UTF-8 by default; without the byte order mark.
 * @throws ChessError `unsupported_media_type` for a charset outside the Encoding Standard, `invalid_encoding` for
 * bytes that are invalid in the charset
 */
export function decodeBody(body: Uint8Array, contentType: string | undefined): string {
  const decoder = decoderOf(charsetOf(contentType) ?? usual);
  try {
    return decoder.decode(body);
  } catch {
    throw chessError('invalid_encoding', 'error.invalid_encoding', {
      charset: decoder.encoding.toUpperCase(),
    });
  }
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch {
    throw chessError('unsupported_media_type', 'error.unknown_charset', {
      charset: charset.slice(0, maxShown),
    });
  }
}

function charsetOf(contentType: string | undefined): string | null {
  try {
    return new MIMEType(contentType ?? '').params.get('charset');
  } catch {
    return null;
  }
}
