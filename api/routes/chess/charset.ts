import { MIMEType, TextDecoder } from 'node:util';
import { chessError } from '../../../chess/errors.ts';

const usual = 'utf-8';
const maxShown = 40;

/** @throws ChessError `unsupported_media_type` for a body that would have to be decompressed */
export function requirePlain(contentEncoding: string | undefined): void {
  const coding = (contentEncoding ?? '').trim().toLowerCase();
  if (coding === '' || coding === 'identity') return;
  throw chessError('unsupported_media_type', 'error.unknown_coding', { coding: coding.slice(0, maxShown) });
}

/**
 * The text of a body in the charset that its type names, UTF-8 without one; a byte order mark is no part of it.
 * @throws ChessError `unsupported_media_type` for charsets that the Encoding Standard does not have,
 * `invalid_encoding` for bytes that the charset does not have
 */
export function decodeBody(body: Uint8Array, contentType: string | undefined): string {
  const decoder = decoderOf(charsetOf(contentType));
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

function charsetOf(contentType: string | undefined): string {
  try {
    return new MIMEType(contentType ?? '').params.get('charset') ?? usual;
  } catch {
    return usual;
  }
}
