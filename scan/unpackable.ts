import { isUtf8 } from 'node:buffer';
import { type ByteSource, fileSource } from './byte-source.ts';
import type { ArchiveLimits } from './limits.ts';
import { assertExpansion, entryRefusal } from './refusal.ts';
import { type CentralEntry, listCentral } from './zip-central.ts';
import { findZipEnd, hasZipEnd, type ZipEnd } from './zip-end.ts';
import { firstEntryAt, type Placed, placeEntries } from './zip-layout.ts';

/** The entries of a zip with any data before it, as every client finds them. */
export interface FramedZip {
  entries: Placed<CentralEntry>[];
  end: ZipEnd;
}

/**
 * Reads a zip that may have bytes before its first entry (a script) or after its end. It must have one end record,
 * one directory, and no gaps between entries. @throws DomainError `invalid_archive`
 */
export function readFramedZip(source: ByteSource, limits: ArchiveLimits): FramedZip {
  const end = findZipEnd(source);
  const entries = listCentral(source, end, limits);
  const start = firstEntryAt(source, entries, end);
  return { end, entries: placeEntries(source, entries, { start, end: end.offset }) };
}

/**
 * Refuses a zip (jar, war, aar) that clients read differently, or whose entries would leave the target folder or fill
 * it. Links and duplicate names are allowed, because readers of jars accept them. A file that no client reads as a
 * zip passes.
 * @throws DomainError `invalid_archive`
 */
export function assertUnpackable(path: string, limits: ArchiveLimits): void {
  using source = fileSource(path);
  if (!hasZipEnd(source)) return;
  const { entries } = readFramedZip(source, limits);
  let total = 0;
  for (const { rawName, secondName, size, compressedSize } of entries) {
    for (const name of [rawName, secondName ?? rawName]) {
      const problem = problemOf(name);
      if (problem !== undefined) throw entryRefusal(name.toString('utf8'), problem);
    }
    assertExpansion(size, compressedSize, limits);
    total += size;
  }
  assertExpansion(total, source.size, limits);
}

function problemOf(raw: Buffer): string | undefined {
  const name = raw.toString(isUtf8(raw) ? 'utf8' : 'latin1');
  if (name.includes('\0')) return 'has a control character in its name';
  if (/^[\\/]/.test(name) || /^[A-Za-z]:/.test(name)) return 'has an absolute path';
  return name.split(/[\\/]/).includes('..') ? 'has a relative path segment' : undefined;
}
