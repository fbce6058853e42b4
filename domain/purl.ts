import { DomainError } from './errors.ts';

/** A package URL (purl) in its parts; the ecosystem determines their meaning. */
export interface Purl {
  type: string;
  /** The segments of the namespace and the name together, decoded. */
  segments: readonly string[];
  version: string | null;
}

/** Separators inside of names; in a package URL they separate path segments. */
const separators = /[/:]/;

export function purlOf(type: string, name: string, version?: string): string {
  const path = name.split(separators).map(encodeURIComponent).join('/');
  return `pkg:${type}/${path}${version === undefined ? '' : `@${encodeURIComponent(version)}`}`;
}

/** Parses a package URL, without its qualifiers and subpath. @throws DomainError `validation_failed` */
export function parsePurl(text: string): Purl {
  const [main = ''] = text.split(/[?#]/, 1);
  if (!/^pkg:/i.test(main)) throw invalid('it begins with pkg:');
  const [type = '', ...rest] = main
    .slice('pkg:'.length)
    .replace(/^\/{1,2}/, '')
    .split('/');
  const last = rest.pop() ?? '';
  // the @ of a scope is before the last slash, or the first character
  const at = last.lastIndexOf('@');
  const [name, version] = at > 0 ? [last.slice(0, at), last.slice(at + 1)] : [last, null];
  const segments = [...rest, name].filter((segment) => segment !== '').map(decode);
  if (type === '' || segments.length === 0) throw invalid('it names a type and a package');
  return {
    type: type.toLowerCase(),
    segments,
    version: version === null || version === '' ? null : decode(version),
  };
}

/** The possible names, the likely one first: ecosystems separate the parts of a name with one of two characters. */
export function namesOf({ segments }: Purl): readonly string[] {
  return segments.length === 1 ? segments : [segments.join('/'), segments.join(':')];
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw invalid('its parts are percent-encoded');
  }
}

function invalid(rule: string): DomainError {
  const message = `not a package URL: ${rule}`;
  return new DomainError('validation_failed', message, {
    errors: [{ path: 'purl', code: 'invalid', message }],
  });
}
