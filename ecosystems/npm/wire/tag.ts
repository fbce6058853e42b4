import { DomainError } from '../../../domain/errors.ts';
import { limits } from '../format/limits.ts';

/** The form of a range without operators and blanks: `1`, `v1.x`, `x`, `1.2.3-beta`. */
const number = String.raw`(?:0|[1-9]\d*|[xX*])`;
const range = new RegExp(String.raw`^[v=]*${number}(?:\.${number}(?:\.${number}(?:[-+].*)?)?)?$`);

/** Refuses a tag that is also a range: `install name@x` would be ambiguous. @throws DomainError `bad_request` */
export function assertTag(tag: string): void {
  if (range.test(tag)) throw new DomainError('bad_request', `the tag ${tag} is a version range`);
  if (tag.length <= limits.tag.characters && /^[\w-][\w.!~'()-]*$/.test(tag)) return;
  throw new DomainError('bad_request', 'a tag is a word of letters, digits, dots, dashes and underscores');
}
