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
  'gzip name': { bytes: 64 * KiB, why: 'the name in a header' },
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
  /** Small archives may compress as well as they like. */
  ratioFloorBytes: number;
  maxPathBytes: number;
  /** How many archives may lie inside each other below the published one. */
  maxNesting: number;
  /** Files up to this size stay in memory while the archive streams by ... */
  keepFileBytes: number;
  /** ... until they reach this together; the rest is decompressed again when asked for. */
  keepTotalBytes: number;
}

/** Limits of an archive where the operator accepts uploads of `maxUploadBytes`. */
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

/** The budget for archives in all files of one release. Beyond it the release waits for a decision. */
export const insideBudget = {
  /** Everything that is unpacked. */
  totalBytes: scanLimits['archives inside'].bytes,
  entries: scanLimits['archives inside'].count,
  milliseconds: scanLimits['archives inside'].seconds * 1_000,
  /** The bound of one file that is unpacked in memory; of a larger one the beginning is read, and it counts as not inspected. */
  fileBytes: scanLimits['file inside'].bytes,
  /** The bound of texts that are searched for credentials. */
  textBytes: scanLimits['texts inside'].bytes,
  /** How far packed bytes may refer back. */
  windowBytes: scanLimits.window.bytes,
} as const;

/** The budget for the content of one archive beside opening it. */
export const scanBudget = {
  textFileBytes: scanLimits.text.bytes,
  textTotalBytes: scanLimits.texts.bytes,
  hookFileBytes: scanLimits.hook.bytes,
  findings: scanLimits.findings.count,
} as const;
