import type { ScanFile } from '../scan/task.ts';
import type { Blobs } from '../store/blobs/blobs.ts';

/** A file to scan, and its key in the store. */
export type LocatedFile = Omit<ScanFile, 'path'> & { key: string };

/** Runs `use` while local copies of all files exist. */
export function withLocalFiles<T>(
  blobs: Pick<Blobs, 'withLocalFile'>,
  [file, ...others]: readonly LocatedFile[],
  use: (files: ScanFile[]) => Promise<T>,
): Promise<T> {
  if (file === undefined) return use([]);
  const { key, ...facts } = file;
  return blobs.withLocalFile(key, (path) =>
    withLocalFiles(blobs, others, (rest) => use([{ ...facts, path }, ...rest])),
  );
}
