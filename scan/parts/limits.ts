const KiB = 1024;
const MiB = 1024 * KiB;
const GiB = 1024 * MiB;

/** Hard bounds of looking through one part. Reading stops at the first one exceeded, and the result says so. */
export interface PartLimits {
  /** Sum of everything decompressed, in bytes. */
  maxTotalBytes: number;
  maxEntries: number;
  /** Decompressed : compressed, once `ratioFloorBytes` came out: empty space in images packs very well. */
  maxRatio: number;
  ratioFloorBytes: number;
  /** How far packed bytes may refer back: so much memory is needed to unpack them. A power of two. */
  maxWindowBytes: number;
  /** Members, frames or blocks in a row that bring nothing, and all of them together. */
  maxEmptyMembers: number;
  maxMembers: number;
  /** What one of them has to bring on average, once there are so many. */
  minMemberBytes: number;
  memberFloor: number;
  maxPathBytes: number;
  maxRecordBytes: number;
  /** Text files up to this size are searched for secrets ... */
  textFileBytes: number;
  /** ... until they reach this together. */
  textTotalBytes: number;
  /** Lists of package managers up to this size are read. */
  listFileBytes: number;
  maxPackages: number;
  maxFindings: number;
  timeMs: number;
}

export const partLimits: PartLimits = {
  maxTotalBytes: 16 * GiB,
  maxEntries: 1_000_000,
  maxRatio: 500,
  ratioFloorBytes: 512 * MiB,
  maxWindowBytes: 128 * MiB,
  maxEmptyMembers: 64,
  maxMembers: 1_000_000,
  minMemberBytes: 64,
  memberFloor: 10_000,
  maxPathBytes: 4 * KiB,
  maxRecordBytes: MiB,
  textFileBytes: MiB,
  textTotalBytes: 128 * MiB,
  listFileBytes: 16 * MiB,
  maxPackages: 10_000,
  maxFindings: 100,
  timeMs: 45_000,
};
