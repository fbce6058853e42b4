import type { Limits } from '../../domain/limits.ts';

const KiB = 1024;
const MiB = 1024 * KiB;
const GiB = 1024 * MiB;

/** Hard bounds of a scan of one part. Reading stops at the first exceeded bound, which the result names. */
export interface PartLimits {
  /** Total size of decompressed data, in bytes. */
  maxTotalBytes: number;
  maxEntries: number;
  /**
   * Decompressed : compressed, once the output exceeds `ratioFloorBytes`: empty space in images compresses very well.
   */
  maxRatio: number;
  ratioFloorBytes: number;
  /** The maximum back-reference distance, which is the memory that decoders need. A power of two. */
  maxWindowBytes: number;
  /** The maximum number of consecutive members, frames or blocks without output, and of all together. */
  maxEmptyMembers: number;
  maxMembers: number;
  /** The minimum average content of a member, from this number of members on. */
  minMemberBytes: number;
  memberFloor: number;
  maxPathBytes: number;
  maxRecordBytes: number;
  /** Text files up to this size are searched for secrets ... */
  textFileBytes: number;
  /** ... up to this total size. */
  textTotalBytes: number;
  /** Package manager lists up to this size are read. */
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

/** Rows of the table in `docs/SECURITY.md`. */
export const partRows = {
  part: {
    bytes: partLimits.maxTotalBytes,
    count: partLimits.maxEntries,
    seconds: partLimits.timeMs / 1_000,
    why: 'unpacked, its entries, and the time of one image layer',
  },
  ratio: {
    times: partLimits.maxRatio,
    bytes: partLimits.ratioFloorBytes,
    why: 'its packed size, from so many bytes on: empty space packs well',
  },
  window: { bytes: partLimits.maxWindowBytes, why: 'how far packed bytes may refer back' },
  'empty members': { count: partLimits.maxEmptyMembers, why: 'in a row, or together' },
  members: { count: partLimits.maxMembers, why: 'frames and blocks; many small ones hide contents' },
  path: { bytes: partLimits.maxPathBytes, why: 'the name of an entry' },
  record: { bytes: partLimits.maxRecordBytes, why: 'an extended header of a tar' },
  text: { bytes: partLimits.textFileBytes, why: 'one text that is searched for credentials' },
  texts: { bytes: partLimits.textTotalBytes, why: 'all texts of a part that are searched' },
  'package list': { bytes: partLimits.listFileBytes, why: 'of a package manager in the image' },
  packages: { count: partLimits.maxPackages, why: 'installed packages of one part' },
  findings: { count: partLimits.maxFindings, why: 'of one part' },
} as const satisfies Limits;
