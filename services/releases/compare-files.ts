import type { StoredFile } from '../../store/postgres/releases/artifacts.ts';
import type { FoundRelease } from './get.ts';

/** A version with its stored files. */
export interface WithFiles extends Pick<FoundRelease, 'release'> {
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

function byPurpose({ release, files }: WithFiles): Map<string, StoredFile> {
  const found = new Map<string, StoredFile>();
  for (const file of files) {
    const purpose = purposeOf(file.filename, release);
    // a second file with the same pattern is compared under its own name
    found.set(found.has(purpose) ? file.filename : purpose, file);
  }
  return found;
}

/** The file name with its version replaced. Versions within another number are kept: `1.0` in `win-11.0`. */
function purposeOf(filename: string, { version, versionKey }: WithFiles['release']): string {
  const spellings = [version, versionKey].toSorted((a, b) => b.length - a.length);
  return spellings.reduce((name, spelling) => replaceWhole(name, spelling), filename);
}

function replaceWhole(text: string, number: string): string {
  let replaced = '';
  let from = 0;
  for (let at = text.indexOf(number); at !== -1; at = text.indexOf(number, at + number.length)) {
    const end = at + number.length;
    if (isDigit(text[at - 1]) || isDigit(text[end])) continue;
    replaced += `${text.slice(from, at)}*`;
    from = end;
  }
  return replaced + text.slice(from);
}

const isDigit = (character = '') => character >= '0' && character <= '9';
