import { DomainError } from '../domain/errors.ts';
import type { FileStanding } from '../domain/file-standing.ts';
import type { Inspection } from '../domain/publication.ts';
import type { OpenedFile } from '../domain/release-file.ts';
import type { Declared, Format } from './format.ts';

/** The inspection of the only file of a release. */
export interface FileInspection extends Omit<Inspection, 'standings'> {
  standing: FileStanding;
}

/** Makes `inspect` for protocols whose releases are one file, or whose files are inspected one by one. */
export function ofOneFile(
  inspect: (file: OpenedFile, declared: Declared) => Promise<FileInspection>,
): Format['inspect'] {
  return async ([file, ...others], declared) => {
    if (file === undefined || others.length > 0)
      throw new DomainError('invalid_archive', 'a release is one file here');
    const { standing, ...inspection } = await inspect(file, declared);
    return { ...inspection, standings: { [file.filename]: standing } };
  };
}
