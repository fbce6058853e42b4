import { inputLimits } from './limits/inputs.ts';

const MIN_SIMILARITY = 0.85;
const mostCompared = inputLimits['compared name'].characters;

/** The facts of a package that name comparison uses. */
export interface KnownName {
  name: string;
  downloads: number;
}

export interface SimilarName extends KnownName {
  /** 1 for names that differ only in separators or look-alike characters. */
  similarity: number;
}

/** Existing names that a reader or a typist could confuse with `name`, most downloaded first. */
export function similarNames(name: string, existing: readonly KnownName[]): SimilarName[] {
  const wanted = name.toLowerCase();
  return existing
    .map((known) => ({ ...known, similarity: similarity(wanted, known.name.toLowerCase()) }))
    .filter((known) => known.similarity >= MIN_SIMILARITY)
    .sort((a, b) => b.downloads - a.downloads || b.similarity - a.similarity || (a.name < b.name ? -1 : 1));
}

function similarity(a: string, b: string): number {
  if (a === b || a.length > mostCompared || b.length > mostCompared || isOneSeries(a, b)) return 0;
  if (lookAlike(a) === lookAlike(b)) return 1;
  const longer = Math.max(a.length, b.length);
  if (Math.abs(a.length - b.length) > longer * (1 - MIN_SIMILARITY)) return 0;
  return 1 - editDistance(a, b) / longer;
}

/** Whether both names belong to one numbered series: `sha2` and `sha3`, `probe-001` and `probe-002`. */
function isOneSeries(a: string, b: string): boolean {
  return a.replace(/[0-9]+/g, '0') === b.replace(/[0-9]+/g, '0');
}

/** Drops separators and merges characters that look the same in common typefaces. */
function lookAlike(name: string): string {
  return name
    .replace(/[-_.]/g, '')
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w')
    .replace(/[1i|]/g, 'l')
    .replace(/0/g, 'o')
    .replace(/5/g, 's');
}

/** Damerau-Levenshtein distance in its optimal-string-alignment form. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const edits = [cell(last, j) + 1, cell(row, j - 1) + 1, cell(last, j - 1) + (isSame ? 0 : 1)];
      if (isSwap) edits.push(cell(beforeLast, j - 2) + 1);
      row.push(Math.min(...edits));
    }
    beforeLast = last;
    last = row;
  }
  return cell(last, b.length);
}

function cell(row: readonly number[], at: number): number {
  return row[at] ?? Number.POSITIVE_INFINITY;
}
