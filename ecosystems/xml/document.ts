import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { DomainError } from '../../domain/errors.ts';
import { inputLimits } from '../../domain/limits/inputs.ts';
import { decodeXml, type XmlKind } from './encoding.ts';

/** A parsed element: text, or children and `@attributes` by local name. */
export type XmlNode = string | { [name: string]: XmlNode | XmlNode[] };

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  // Entities are decoded here instead: CDATA stays unchanged, and no entity that a document declares is expanded.
  processEntities: false,
  cdataPropName: '#cdata',
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: inputLimits['XML nesting'].depth,
});

/** Characters that neither a document (XML 1.0, 2.2) nor a row of the database may have. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

/** Parses an untrusted document. @throws DomainError `invalid_archive` */
export function parseXml(bytes: Buffer, kind: XmlKind): XmlNode {
  const refused = (what: string, cause?: unknown) =>
    new DomainError('invalid_archive', `${kind.title} ${what}`, {}, cause);
  const text = decodeXml(bytes, kind);
  if (/<!DOCTYPE/i.test(text)) throw refused('must not contain a document type declaration');
  if (forbidden.test(text) || XMLValidator.validate(text) !== true) throw refused('is not well-formed XML');
  try {
    // With these options the parser returns only strings and objects of strings.
    return parser.parse(text) as XmlNode;
  } catch (error) {
    throw refused('is not well-formed XML', error);
  }
}

/** Children with this local name, in document order; empty when there are none. */
export function children(node: XmlNode | undefined, name: string): XmlNode[] {
  if (node === undefined || typeof node === 'string' || !Object.hasOwn(node, name)) return [];
  const found = node[name];
  if (found === undefined) return [];
  return Array.isArray(found) ? found : [found];
}

export function child(node: XmlNode | undefined, name: string): XmlNode | undefined {
  return children(node, name)[0];
}

/** Trimmed text of a child element; empty when it is missing. */
export function textOf(node: XmlNode | undefined, name: string): string {
  return ownText(child(node, name));
}

/** Trimmed text of the element itself; empty when it is missing. */
export function ownText(node: XmlNode | undefined): string {
  if (node === undefined) return '';
  if (typeof node === 'string') return unescape(node).trim();
  const literal = children(node, '#cdata').filter((part) => typeof part === 'string');
  const text = children(node, '#text').filter((part) => typeof part === 'string');
  return [...literal, ...text.map(unescape)].join('').trim();
}

/** Trimmed value of an attribute; empty when it is missing. */
export function attribute(node: XmlNode | undefined, name: string): string {
  const value = child(node, `@${name}`);
  return typeof value === 'string' ? unescape(value).trim() : '';
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescape(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g,
    (whole, dec, hex, name) => {
      if (typeof name === 'string') return named[name] ?? whole;
      const point = typeof dec === 'string' ? Number.parseInt(dec, 10) : Number.parseInt(String(hex), 16);
      const isScalar = point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
      return isScalar ? String.fromCodePoint(point) : '\ufffd';
    },
  );
}
