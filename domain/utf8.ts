import { DomainError, type ErrorCode } from './errors.ts';

/** The name of a text in the sentence of its refusal, and the error code. */
export interface TextName {
  what: string;
  code: ErrorCode;
}

const body: TextName = { what: 'the body', code: 'malformed_json' };

/**
 * The text of outside bytes, without the byte order mark. Invalid UTF-8 is refused, because readers replace it in
 * different ways and would see different texts.
 * @throws DomainError with the code of `name`
 */
export function decodeUtf8(bytes: Uint8Array, { what, code }: TextName = body): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new DomainError(code, `${what} is not valid UTF-8`, {}, error);
  }
}

/** @throws DomainError with the code of `name` */
export function parseJson(bytes: Uint8Array, name: TextName = body): unknown {
  const text = decodeUtf8(bytes, name);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new DomainError(name.code, `${name.what} is not JSON`, {}, error);
  }
}
