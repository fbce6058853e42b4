import type { StoredFile } from '../../store/postgres/releases/artifacts.ts';
import type { FoundRelease } from './get.ts';

/** A version with its stored files. */
export interface WithFiles {
  pkg: Pick<FoundRelease['pkg'], 'name'>;
  release: Pick<FoundRelease['release'], 'version' | 'versionKey'>;
  files: readonly StoredFile[];
}

/** A stored file of either version, and its counterpart in the other. */
export interface ComparedFile {
  before: StoredFile | null;
  after: StoredFile | null;
}

/** Pairs files whose names only differ in the version. */
export function compareFiles(before: WithFiles, after: WithFiles): ComparedFile[] {
  const [old, now] = [byPurpose(before), byPurpose(after)];
  const purposes = [...new Set([...old.keys(), ...now.keys()])].toSorted();
  return purposes.map((purpose) => ({ before: old.get(purpose) ?? null, after: now.get(purpose) ?? null }));
}

function byPurpose({ pkg, release, files }: WithFiles): Map<string, StoredFile> {
  const found = new Map<string, StoredFile>();
  for (const file of files) {
    const purpose = purposeOf(file.filename, pkg.name, release);
    // a second file with the same pattern is compared under its own name
    found.set(found.has(purpose) ? file.filename : purpose, file);
  }
  return found;
}

/**
 * The file name with its version replaced. The package name at its beginning is kept, and so is a version within another
 * number: `1.0` in `win-11.0`.
 */
function purposeOf(filename: string, name: string, { version, versionKey }: WithFiles['release']): string {
  const start = lengthOfName(filename, name);
  const rest = filename.slice(start);
  for (const spelling of [version, versionKey]) {
    const at = indexOfWhole(rest, spelling);
    if (at !== -1) return `${filename.slice(0, start + at)}*${rest.slice(at + spelling.length)}`;
  }
  return filename;
}

/** The characters of the file name that are the package name, without its scope or group. 0: it begins with another text. */
function lengthOfName(filename: string, name: string): number {
  const own = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf(':')) + 1);
  return alike(filename).startsWith(alike(own)) ? own.length : 0;
}

const alike = (text: string) => text.toLowerCase().replaceAll(/[._]/g, '-');

function indexOfWhole(text: string, number: string): number {
  for (let at = text.indexOf(number); at !== -1; at = text.indexOf(number, at + 1)) {
    if (!isDigit(text[at - 1]) && !isDigit(text[at + number.length])) return at;
  }
  return -1;
}

const isDigit = (character = '') => character >= '0' && character <= '9';
