import { DomainError } from '../../../domain/errors.ts';
import { limits } from './limits.ts';

// `_` is only a letter here: if it were also a separator, a run of n underscores would have 2^n matches
const shape = /^\w+(?:[.-]\w+)*$/;

/** Whether the text is an id: ASCII only, so that lower case is equal in every culture. */
export function isPackageId(raw: string): boolean {
  return raw.length <= limits.id.characters && shape.test(raw);
}

/** `Newtonsoft.Json` and `newtonsoft.json` are one package. @throws DomainError `invalid_name` */
export function canonicalId(raw: string): string {
  if (isPackageId(raw)) return raw.toLowerCase();
  throw new DomainError(
    'invalid_name',
    'a package id has at most 100 ASCII letters, digits and "_" in parts joined by single ".", "_" or "-"',
  );
}
