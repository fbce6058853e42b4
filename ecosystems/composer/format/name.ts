import { DomainError } from '../../../domain/errors.ts';
import { limits } from './limits.ts';

// no run of letters has two matches, so that the time stays linear
const shape = /^[a-z0-9]+(?:[_.-][a-z0-9]+)*\/[a-z0-9]+(?:(?:[_.]|--?)[a-z0-9]+)*$/;

/** `vendor/package`, in lower case. @throws DomainError `invalid_name` */
export function canonicalName(raw: string): string {
  if (isPackageName(raw)) return raw.toLowerCase();
  throw new DomainError(
    'invalid_name',
    'a name is vendor/package, of at most 200 letters and digits with single ".", "_" or "-" between them',
  );
}

export const vendorOf = (name: string) => name.slice(0, name.indexOf('/'));

/** Whether the text can be the name of a package; names of PHP and its extensions are not. */
export function isPackageName(raw: string): boolean {
  // ASCII only: the lower case of some other characters is an ASCII letter
  return raw.length <= limits.name.characters && /^[\x21-\x7e]+$/.test(raw) && shape.test(raw.toLowerCase());
}
