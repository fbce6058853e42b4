import type { Limits } from '../../../domain/limits.ts';

const KiB = 1024;
const MiB = 1024 * KiB;
const crateBytes = 512 * MiB;
const metadataBytes = MiB;

/** Limits of requests from Cargo clients. */
export const limits = {
  json: { bytes: 64 * KiB, depth: 16, values: 5_000, why: 'names of owners, or one identity token' },
  publish: { bytes: metadataBytes + crateBytes + 8, why: 'metadata and crate, each behind its length' },
  metadata: {
    bytes: metadataBytes,
    depth: 32,
    values: 100_000,
    why: 'a thousand dependencies and the README',
  },
  crate: { bytes: crateBytes, why: 'the largest crate' },
  manifest: { bytes: MiB, why: 'Cargo.toml in the crate' },
  readme: { bytes: MiB, why: 'a larger one is left out' },
  dependencies: { count: 1_000, why: 'every index line of the crate repeats them for all its readers' },
  features: { count: 2_000, why: 'every index line of the crate repeats them for all its readers' },
  version: { characters: 100, why: 'SemVer names no limit, addresses and columns need one' },
  'dependency name': { characters: 255, why: 'names of crates are shorter' },
  'asked crate': { characters: 200, why: 'names of crates are shorter' },
  owners: { characters: 200, count: 50, why: 'one request' },
  listed: { characters: 300, isCut: true, why: 'an author with an address, or a category' },
} as const satisfies Limits;
