import { DomainError } from '../../../domain/errors.ts';
import { decodeUtf8 } from '../../../domain/utf8.ts';
import { limits } from './limits.ts';

/** METADATA or PKG-INFO: headers by name in lower case, and the text after them. */
export interface CoreMetadata {
  headers: ReadonlyMap<string, readonly string[]>;
  body: string;
}

/** Parses the mail format (RFC 822) of the core metadata specification. @throws DomainError `invalid_archive` */
export function parseCoreMetadata(bytes: Buffer): CoreMetadata {
  const text = decodeUtf8(bytes, { what: 'the metadata', code: 'invalid_archive' }).replaceAll('\r\n', '\n');
  const end = text.indexOf('\n\n');
  const head = end === -1 ? text : text.slice(0, end);
  const lines = head.split('\n');
  if (lines.length > limits['metadata lines'].count)
    throw new DomainError('invalid_archive', 'the metadata has too many fields');
  const headers = new Map<string, string[]>();
  let last: string[] | undefined;
  for (const line of lines) {
    if (line === '') continue;
    if (line.startsWith(' ') || line.startsWith('\t')) {
      const value = last?.pop();
      if (last && value !== undefined) last.push(`${value}\n${line.replace(/^[ \t|]{1,8}/, '')}`);
      continue;
    }
    const colon = line.indexOf(':');
    if (colon <= 0) throw new DomainError('invalid_archive', 'the metadata has a line that is no field');
    const name = line.slice(0, colon).toLowerCase();
    last = headers.get(name) ?? [];
    headers.set(name, last);
    last.push(line.slice(colon + 1).trim());
  }
  return { headers, body: end === -1 ? '' : text.slice(end + 2) };
}

/** The value of a field that may occur once; null if missing or UNKNOWN. @throws DomainError `invalid_archive` */
export function single({ headers }: CoreMetadata, name: string): string | null {
  const values = headers.get(name) ?? [];
  if (values.length > 1) throw new DomainError('invalid_archive', `the metadata has more than one ${name}`);
  const [value = ''] = values;
  return value === '' || value === 'UNKNOWN' ? null : value;
}

export function several({ headers }: CoreMetadata, name: string): readonly string[] {
  return headers.get(name) ?? [];
}
