import { describe, expect, test } from 'vitest';
import { decodeUtf8, parseJson } from './utf8.ts';

const notUtf8 = [
  ['a lone byte of Latin-1', [0x22, 0xe9, 0x22]],
  ['half of a character', [0x22, 0xc3, 0x22]],
  ['more bytes than a character has', [0x22, 0xc0, 0x80, 0x22]],
  ['half of a surrogate pair', [0x22, 0xed, 0xa0, 0x80, 0x22]],
  ['UTF-16', [0xff, 0xfe, 0x22, 0x00, 0x22, 0x00]],
] as const;

describe('bytes from outside', () => {
  test.each(notUtf8)('with %s are refused by name', (_title, bytes) => {
    const name = { what: 'the letter', code: 'invalid_archive' } as const;

    expect(() => decodeUtf8(Buffer.from(bytes), name)).toThrow(
      expect.objectContaining({ code: 'invalid_archive', detail: 'the letter is not valid UTF-8' }),
    );
    expect(() => parseJson(Buffer.from(bytes))).toThrow(
      expect.objectContaining({ code: 'malformed_json', detail: 'the body is not valid UTF-8' }),
    );
  });

  test('that are UTF-8 are read, with a byte order mark or without', () => {
    expect(decodeUtf8(Buffer.from('\u{feff}é 😀'))).toBe('é 😀');
    expect(parseJson(Buffer.from('{"a":"é"}'))).toEqual({ a: 'é' });
  });

  test('that are no JSON are refused by name', () => {
    expect(() => parseJson(Buffer.from('{'), { what: 'the list', code: 'bad_request' })).toThrow(
      expect.objectContaining({ code: 'bad_request', detail: 'the list is not JSON' }),
    );
  });
});
