import { DomainError } from '../../domain/errors.ts';

type Written = 'utf-8' | 'utf-16le' | 'utf-16be';

/** The names of each encoding in declarations. */
const namesOf: Record<Written, readonly string[]> = {
  'utf-8': ['utf-8'],
  'utf-16le': ['utf-16', 'utf-16le', 'ucs-2', 'iso-10646-ucs-2'],
  'utf-16be': ['utf-16', 'utf-16be', 'ucs-2', 'iso-10646-ucs-2'],
};

/** Encodings with the same bytes as UTF-8 for pure ASCII. */
const asciiNames: ReadonlySet<string> = new Set([
  'us-ascii',
  'ascii',
  'iso-8859-1',
  'iso-8859-15',
  'windows-1252',
]);

/** A kind of document. */
export interface XmlKind {
  /** The subject of a refusal's sentence, e.g. `the nuspec`. */
  title: string;
  /** Single-byte encodings that clients also accept if the document declares them. */
  legacy?: readonly ('iso-8859-1' | 'windows-1252')[];
}

/**
 * The text of a manifest in UTF-8, in UTF-16 with a byte order mark, or in a declared `legacy` encoding. A declared
 * encoding must be the real one: clients trust one or the other, so that they would refuse the manifest or read a
 * different text. @throws DomainError `invalid_archive`
 */
export function decodeXml(bytes: Buffer, { title, legacy = [] }: XmlKind): string {
  const refused = (what: string, cause?: unknown) =>
    new DomainError('invalid_archive', `${title} ${what}`, {}, cause);
  const written = encodingOf(bytes);
  const single = legacy.find(
    (name) => name === declaredEncoding(bytes.subarray(0, 200).toString('latin1'), refused),
  );
  if (single !== undefined && written === 'utf-8') return new TextDecoder(single).decode(bytes);
  const text = decode(bytes, written, refused);
  const declared = declaredEncoding(text, refused);
  if (declared === undefined || namesOf[written].includes(declared)) return text;
  if (written === 'utf-8' && asciiNames.has(declared) && isAscii(bytes)) return text;
  throw refused(`declares the encoding ${declared}, but is written in ${written.toUpperCase()}`);
}

function encodingOf(bytes: Buffer): Written {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
}

type Refused = (what: string, cause?: unknown) => DomainError;

function decode(bytes: Buffer, written: Written, refused: Refused): string {
  try {
    return new TextDecoder(written, { fatal: true }).decode(bytes);
  } catch (error) {
    throw refused('is not valid UTF-8 or UTF-16', error);
  }
}

/** The declared encoding in lower case; undefined without one: UTF-8, or UTF-16 after a byte order mark. */
function declaredEncoding(text: string, refused: Refused): string | undefined {
  const end = text.indexOf('?>');
  if (!text.startsWith('<?xml') || end === -1) return undefined;
  const names = [...text.slice(0, end).matchAll(/\sencoding[ \t\r\n]*=[ \t\r\n]*["']([^"']*)["']/g)];
  if (names.length > 1) throw refused('declares its encoding twice');
  return names[0]?.[1]?.toLowerCase().slice(0, 40);
}

function isAscii(bytes: Buffer): boolean {
  return bytes.every((byte) => byte < 0x80);
}
