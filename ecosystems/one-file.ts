import { DomainError } from '../domain/errors.ts';
import type { Inspection } from '../domain/publication.ts';
import type { OpenedFile } from '../domain/release-file.ts';
import type { Declared, Format } from './format.ts';

/** For protocols whose file names can't be in each other's way. */
export const fitsAnywhere: Format['assertFits'] = () => undefined;

/** For protocols whose releases are one file, or whose files are looked at one by one. */
export function ofOneFile(
  inspect: (file: OpenedFile, declared: Declared) => Promise<Inspection>,
): Format['inspect'] {
  return async ([file, ...others], declared) => {
    if (file !== undefined && others.length === 0) return inspect(file, declared);
    throw new DomainError('invalid_archive', 'a release is one file here');
  };
}
