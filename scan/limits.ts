import type { Limits } from '../domain/limits.ts';

const KiB = 1024;
const MiB = 1024 * KiB;
const GiB = 1024 * MiB;

/** Rows of the table in `docs/SECURITY.md`: the limits of opening one untrusted archive. */
export const scanLimits = {
  archive: {
    bytes: 4 * GiB,
    count: 100_000,
    why: 'unpacked, and its entries; at most eight times the largest upload',
  },
  entry: { bytes: GiB, why: 'one entry, unpacked' },
  ratio: { times: 200, bytes: 10 * MiB, why: 'its packed size, from so many bytes on' },
  path: { bytes: KiB, why: 'the name of an entry' },
  nesting: { depth: 3, why: 'archives inside each other below the published one' },
  'kept file': { bytes: MiB, why: 'in memory while the archive streams by; the rest is unpacked again' },
  'kept files': { bytes: 64 * MiB, why: 'in memory, all together' },
  'archives inside': {
    bytes: GiB,
    count: 200_000,
    seconds: 20,
    why: 'of all files of one release: what is left holds the release',
  },
  'file inside': {
    bytes: 64 * MiB,
    why: 'unpacked in memory; of a larger one only its beginning is inspected',
  },
  'texts inside': { bytes: 128 * MiB, why: 'searched for credentials' },
  window: { bytes: 64 * MiB, why: 'how far packed bytes may refer back' },
  text: { bytes: MiB, why: 'one text that is searched for credentials' },
  texts: { bytes: 32 * MiB, why: 'all texts of an archive that are searched' },
  hook: { bytes: 8 * MiB, why: 'a script that runs when the package is installed' },
  findings: { count: 200, why: 'of one archive' },
  'findings of a kind': { count: 50, why: 'native code, hooks and wrong types in one archive' },
  'secrets of a file': { count: 20, why: 'the first ones; further ones say no more' },
  'private key': { bytes: 16 * KiB, why: 'so far behind its beginning its end is looked for' },
  'path segment': { bytes: 255, why: 'file systems have no longer names' },
  'path segments': { count: 64, why: 'deeper than any package' },
  'tar record': { bytes: 64 * KiB, why: 'long names and pax headers' },
  'gzip name': { bytes: 64 * KiB, why: 'the name in a header, or the whole header' },
  'packed members': { count: 16, why: 'of a plain tar that are unpacked: no protocol has so many' },
  'installed name': { characters: 256, why: 'a package in the list of an image' },
  'installed version': { characters: 128, why: 'a version in the list of an image' },
} as const satisfies Limits;

/** Hard bounds of opening an untrusted archive. Sizes are bytes. Reading stops at the first one exceeded. */
export interface ArchiveLimits {
  maxEntries: number;
  /** Sum of everything decompressed, headers and padding included. */
  maxTotalBytes: number;
  maxEntryBytes: number;
  /** Decompressed : compressed, checked while reading once the output exceeds `ratioFloorBytes`. */
  maxRatio: number;
  /** The ratio is not checked below this output size. */
  ratioFloorBytes: number;
  maxPathBytes: number;
  /** The maximum number of nested archives below the published one. */
  maxNesting: number;
  /** Files up to this size stay in memory while the archive streams by ... */
  keepFileBytes: number;
  /** ... up to this total size; other files are decompressed again on request. */
  keepTotalBytes: number;
}

/** Limits of an archive on an instance that accepts uploads of `maxUploadBytes`. */
export function archiveLimits(maxUploadBytes: number): ArchiveLimits {
  const maxTotalBytes = Math.min(8 * maxUploadBytes, scanLimits.archive.bytes);
  return {
    maxEntries: scanLimits.archive.count,
    maxTotalBytes,
    maxEntryBytes: Math.min(maxTotalBytes, scanLimits.entry.bytes),
    maxRatio: scanLimits.ratio.times,
    ratioFloorBytes: scanLimits.ratio.bytes,
    maxPathBytes: scanLimits.path.bytes,
    maxNesting: scanLimits.nesting.depth,
    keepFileBytes: scanLimits['kept file'].bytes,
    keepTotalBytes: scanLimits['kept files'].bytes,
  };
}

/** The budget for archives in all files of one release. If it is exceeded, the release waits for a decision. */
export const insideBudget = {
  /** The total size of unpacked data. */
  totalBytes: scanLimits['archives inside'].bytes,
  entries: scanLimits['archives inside'].count,
  milliseconds: scanLimits['archives inside'].seconds * 1_000,
  /**
   * The maximum size of a file unpacked in memory; of a larger file only the beginning is read, and it counts as
   * uninspected.
   */
  fileBytes: scanLimits['file inside'].bytes,
  /** The maximum size of texts that are searched for credentials. */
  textBytes: scanLimits['texts inside'].bytes,
  /** The maximum back-reference distance in packed bytes. */
  windowBytes: scanLimits.window.bytes,
} as const;

/** The budget for the content of one archive, after it was opened. */
export const scanBudget = {
  textFileBytes: scanLimits.text.bytes,
  textTotalBytes: scanLimits.texts.bytes,
  hookFileBytes: scanLimits.hook.bytes,
  findings: scanLimits.findings.count,
} as const;
