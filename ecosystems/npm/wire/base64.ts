import { DomainError } from '../../../domain/errors.ts';

/** Decodes base64 inside a JSON string piece by piece. Slashes may be escaped; no other character needs an escape. */
export interface Base64Decoder {
  /** @throws DomainError `bad_request` */
  push(raw: Buffer): Buffer;
  /** @throws DomainError `bad_request` when the text ends within a byte */
  finish(): void;
}

export function createBase64Decoder(): Base64Decoder {
  let rest = '';
  let isPadded = false;
  return {
    push(raw) {
      const text = (rest + raw.toString('latin1')).replaceAll('\\/', '/');
      // a cut may split an escape: the backslash waits for the next piece
      const usable = text.endsWith('\\') ? text.length - 1 : text.length;
      const end = usable - (usable % 4);
      rest = text.slice(end);
      if (end === 0) return Buffer.alloc(0);
      const whole = text.slice(0, end);
      const bytes = Buffer.from(whole, 'base64');
      const padding = whole.endsWith('==') ? 2 : whole.endsWith('=') ? 1 : 0;
      // the decoder drops unknown characters, which makes the result too short
      if (isPadded || bytes.length !== (end / 4) * 3 - padding) throw notBase64();
      isPadded = padding > 0;
      return bytes;
    },
    finish() {
      if (rest !== '') throw notBase64();
    },
  };
}

function notBase64(): DomainError {
  return new DomainError('bad_request', 'the data of the attachment is not base64');
}
