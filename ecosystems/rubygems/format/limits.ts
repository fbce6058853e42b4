import type { Limits } from '../../../domain/limits.ts';

const KiB = 1024;
const MiB = 1024 * KiB;

const gemBytes = 128 * MiB;
const fieldBytes = 256 * KiB;

/** Limits of requests from RubyGems clients and of gems. */
export const limits = {
  gem: { bytes: gemBytes, why: 'the largest gem; the operator may set a lower one' },
  push: { bytes: gemBytes + MiB, why: 'a gem, as it is or in a form' },
  form: { bytes: MiB, count: 10, why: 'boundaries, part headers, and attestations' },
  field: { bytes: fieldBytes, why: 'a list of attestations' },
  specification: { bytes: MiB, why: 'unpacked; most of it are names of files' },
  checksums: { bytes: 64 * KiB, why: 'unpacked' },
  readme: { bytes: MiB, why: 'a page shows it' },
  'empty tar': { bytes: 64 * KiB, why: 'unpacked: writers fill it up with zeros to a block of theirs' },
  part: { characters: 64, why: 'the number of a version, or its platform' },
  'short form': { bytes: 16 * KiB, why: 'a name, a version, scopes' },
  address: { characters: 2_000, why: 'of a webhook' },
  token: { bytes: 64 * KiB, depth: 4, values: 10, why: 'one identity token' },
  attestations: {
    bytes: fieldBytes,
    count: 10,
    depth: 34,
    values: 50_000,
    why: 'a list of bundles with their certificates',
  },
  certificates: { count: 10, why: 'the chain of a signed gem' },
  signature: { bytes: 16 * KiB, why: 'of the longest keys that there are, many times over' },
  name: { characters: 200, why: 'names of gems are far shorter; addresses and columns need a bound' },
  aliases: { count: 20_000, why: 'old writers give every requirement twice, the second time by its alias' },
  members: { count: 16, why: 'a gem has three files, and a signature of each' },
  'readings of a full name': { count: 10, why: 'ways to split it into name, version and platform' },
  'marshalled index': { bytes: 512 * MiB, why: 'written for old clients' },
  'listed gems': { count: 1_000, why: 'one answer: it has no pages' },
  'full name': { characters: 400, why: 'name, version and platform' },
  'link name': { characters: 100, isCut: true, why: 'in the metadata of a gem' },
} as const satisfies Limits;
