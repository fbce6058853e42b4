import { DomainError } from '../../../domain/errors.ts';
import { limits } from './limits.ts';

const component = String.raw`[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*`;
const grammar = new RegExp(String.raw`^${component}(?:\/${component})*$`);

/** A repository's name is its own key: the grammar has one spelling only. @throws DomainError `invalid_name` */
export function canonicalName(raw: string): string {
  if (raw.length <= limits.name.characters && grammar.test(raw)) return raw;
  throw new DomainError(
    'invalid_name',
    'a repository name is made of lower-case letters and digits, parted by slashes, dots, dashes or underscores',
  );
}

/** The namespace of a name: its first segment. */
export function namespaceOf(name: string): string {
  return name.split('/', 1)[0] ?? name;
}

/** Whether the text is a valid repository name. */
export function isName(name: string): boolean {
  try {
    return canonicalName(name) === name;
  } catch {
    return false;
  }
}
