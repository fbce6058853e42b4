const KiB = 1024;
const MiB = 1024 * KiB;
const GiB = 1024 * MiB;

/** Hard bounds of opening an untrusted archive. Sizes are bytes. Reading stops at the first one exceeded. */
export interface ArchiveLimits {
  maxEntries: number;
  /** Sum of everything decompressed, headers and padding included. */
  maxTotalBytes: number;
  maxEntryBytes: number;
  /** Decompressed : compressed, checked while reading once `ratioFloorBytes` came out. */
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

/** Limits for an ecosystem that accepts uploads of `maxUploadBytes`. */
export function archiveLimits(maxUploadBytes: number): ArchiveLimits {
  const maxTotalBytes = Math.min(8 * maxUploadBytes, 4 * GiB);
  return {
    maxEntries: 100_000,
    maxTotalBytes,
    maxEntryBytes: Math.min(maxTotalBytes, GiB),
    maxRatio: 200,
    ratioFloorBytes: 10 * MiB,
    maxPathBytes: KiB,
    maxNesting: 3,
    keepFileBytes: MiB,
    keepTotalBytes: 64 * MiB,
  };
}

/** What looking into the archives in all files of one release may cost. Beyond it the release waits for a decision. */
export const insideBudget = {
  /** Everything that is unpacked. */
  totalBytes: GiB,
  entries: 200_000,
  milliseconds: 20_000,
  /** Of one file that is unpacked in memory; a larger one is looked at by its beginning and counts as not inspected. */
  fileBytes: 64 * MiB,
  /** Of texts that are searched for credentials. */
  textBytes: 128 * MiB,
  /** How far packed bytes may refer back. */
  windowBytes: 64 * MiB,
} as const;

/** What looking into one archive may cost beside opening it. */
export const scanBudget = {
  textFileBytes: MiB,
  textTotalBytes: 32 * MiB,
  hookFileBytes: 8 * MiB,
  findings: 200,
} as const;
