import { DomainError } from './errors.ts';
import type { Bound } from './limits.ts';
import { parseJson, type TextName } from './utf8.ts';

export type Shape = Pick<Bound, 'depth' | 'values'>;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/**
 * Measures the depth and the number of values of a JSON text as it arrives, before it is parsed, in one pass with
 * constant memory. The parser checks whether the text is valid JSON.
 */
export interface JsonGauge {
  /** @throws DomainError `malformed_json` for too much nesting, `too_large` for too many members and elements */
  push(chunk: Uint8Array): void;
}

export function createJsonGauge({ depth: maxDepth = 32, values: maxValues = 10_000 }: Shape): JsonGauge {
  let depth = 0;
  let values = 0;
  let isInString = false;
  let isEscaped = false;

  function count(): void {
    values += 1;
    if (values > maxValues) throw new DomainError('too_large', `the body has more than ${maxValues} values`);
  }

  function open(): void {
    depth += 1;
    if (depth > maxDepth) throw new DomainError('malformed_json', 'the body is nested too deeply');
    count();
  }

  return {
    push(chunk) {
      for (let at = 0; at < chunk.length; at += 1) {
        const byte = chunk[at];
        if (isInString) {
          if (isEscaped) isEscaped = false;
          else if (byte === backslash) isEscaped = true;
          else if (byte === quote) isInString = false;
        } else if (byte === quote) isInString = true;
        else if (byte === comma) count();
        else if (byte === openBrace || byte === openBracket) open();
        else if (byte === closeBrace || byte === closeBracket) depth -= 1;
      }
    },
  };
}

/** @throws DomainError `malformed_json`, `too_large` */
export function assertShape(json: Uint8Array, bound: Shape): void {
  createJsonGauge(bound).push(json);
}

/** @throws DomainError `too_large`; for every other fault with the code of `name` */
export function parseBoundedJson(json: Uint8Array, bound: Shape, name?: TextName): unknown {
  try {
    assertShape(json, bound);
  } catch (error) {
    if (name === undefined || !(error instanceof DomainError) || error.code === 'too_large') throw error;
    throw new DomainError(name.code, `${name.what} is nested too deeply`, {}, error);
  }
  return parseJson(json, name);
}
