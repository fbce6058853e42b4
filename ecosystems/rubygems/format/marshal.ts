import { limits } from './limits.ts';
import { createCollector } from '../../../domain/byte-collector.ts';

/** The values and classes in the indexes; clients refuse other classes. */
export type MarshalValue =
  | null
  | boolean
  | number
  | string
  | readonly MarshalValue[]
  | { symbol: string }
  | { hash: readonly (readonly [MarshalValue, MarshalValue])[] }
  /** Instance variables, with their `@`. */
  | { object: string; variables: readonly (readonly [string, MarshalValue])[] }
  /** `marshal_dump` */
  | { userMarshal: string; value: MarshalValue }
  /** `_dump` */
  | { userDefined: string; bytes: Buffer; variables?: readonly (readonly [string, MarshalValue])[] };

const maxBytes = limits['marshalled index'].bytes;

/** Writes the part of Ruby's Marshal 4.8 that indexes need: symbols are linked, repeated objects are written again. */
export function marshal(value: MarshalValue): Buffer {
  const out = createCollector(maxBytes);
  const symbols = new Map<string, number>();
  const byte = (code: string | number) =>
    out.push(typeof code === 'string' ? Buffer.from(code, 'latin1') : Buffer.from([code]));

  function integer(number: number): void {
    out.push(packedInteger(number));
  }
  function bytes(body: Buffer): void {
    integer(body.length);
    out.push(body);
  }
  function symbol(name: string): void {
    const known = symbols.get(name);
    if (known !== undefined) {
      byte(';');
      integer(known);
      return;
    }
    symbols.set(name, symbols.size);
    byte(':');
    bytes(Buffer.from(name));
  }
  function variables(list: readonly (readonly [string, MarshalValue])[]): void {
    integer(list.length);
    for (const [name, each] of list) {
      symbol(name);
      write(each);
    }
  }
  function text(body: string): void {
    byte('I"');
    bytes(Buffer.from(body));
    // the encoding is UTF-8
    variables([['E', true]]);
  }
  function write(each: MarshalValue): void {
    if (each === null) byte('0');
    else if (typeof each === 'boolean') byte(each ? 'T' : 'F');
    else if (typeof each === 'number') {
      byte('i');
      integer(each);
    } else if (typeof each === 'string') text(each);
    else if (isList(each)) {
      byte('[');
      integer(each.length);
      for (const element of each) write(element);
    } else if ('symbol' in each) symbol(each.symbol);
    else if ('hash' in each) {
      byte('{');
      integer(each.hash.length);
      for (const pair of each.hash) pair.forEach(write);
    } else if ('object' in each) {
      byte('o');
      symbol(each.object);
      variables(each.variables);
    } else if ('userMarshal' in each) {
      byte('U');
      symbol(each.userMarshal);
      write(each.value);
    } else {
      byte(each.variables ? 'Iu' : 'u');
      symbol(each.userDefined);
      bytes(each.bytes);
      if (each.variables) variables(each.variables);
    }
  }

  out.push(Buffer.from([4, 8]));
  write(value);
  return out.bytes();
}

function isList(value: MarshalValue): value is readonly MarshalValue[] {
  return Array.isArray(value);
}

/** A small number in one byte; a larger one as its byte count and its bytes, lowest first. */
function packedInteger(number: number): Buffer {
  if (!Number.isInteger(number) || number < 0 || number >= 2 ** 30)
    throw new RangeError('not a small number');
  if (number === 0) return Buffer.from([0]);
  if (number < 123) return Buffer.from([number + 5]);
  const digits: number[] = [];
  for (let rest = number; rest > 0; rest = Math.floor(rest / 256)) digits.push(rest % 256);
  return Buffer.from([digits.length, ...digits]);
}
