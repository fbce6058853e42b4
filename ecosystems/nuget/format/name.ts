import { DomainError } from '../../../domain/errors.ts';
import { limits } from './limits.ts';

// an underscore is a letter as any other: were it a separator as well, a run of them could be read in 2^n ways
const shape = /^\w+(?:[.-]\w+)*$/;

/** ASCII alone, so that lower-casing means the same in every culture. */
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
