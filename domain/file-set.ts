import { sha256Hex } from './digest.ts';

export interface NamedFile {
  filename: string;
  /** Hex. */
  sha256: string;
}

/** Files that become visible together, as a decision names them. */
export interface FileSet {
  /** Sorted by name, in the order of UTF-16 code units. */
  files: readonly NamedFile[];
  /** SHA-256 of the sorted list, hex: equal for equal names and bytes. */
  digest: string;
}

export function fileSetOf(named: readonly NamedFile[]): FileSet {
  const files = named
    .map(({ filename, sha256 }) => ({ filename, sha256 }))
    .toSorted((a, b) => (a.filename < b.filename ? -1 : Number(a.filename > b.filename)));
  const digest = sha256Hex(JSON.stringify(files.map(({ filename, sha256 }) => [filename, sha256])));
  return { files, digest };
}
