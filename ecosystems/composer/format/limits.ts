import type { Limits } from '../../../domain/limits.ts';

const KiB = 1024;
const MiB = 1024 * KiB;

const zipBytes = 256 * MiB;
const names = 1_000;

/** Limits of requests from Composer clients and of zips. */
export const limits = {
  zip: { bytes: zipBytes, why: 'the largest package; the operator may set a lower one' },
  manifest: {
    bytes: MiB,
    depth: 32,
    values: 50_000,
    why: 'composer.json in the zip and beside it: one version, which every reader of the package loads',
  },
  publish: { bytes: zipBytes + 4 * MiB, why: 'a zip, as it is or in a form with its composer.json' },
  form: { bytes: 4 * MiB, count: 20, why: 'boundaries, part headers, and parts that are ignored' },
  field: { bytes: MiB, why: 'a composer.json' },
  readme: { bytes: MiB, why: 'a page shows it' },
  'asked names': { count: names, why: 'one question about advisories or filters' },
  names: {
    bytes: 512 * KiB,
    depth: 6,
    // clients send a key with each name
    values: 4 * names,
    why: 'a question about a thousand packages',
  },
  'counted packages': { count: 100, why: 'one report of downloads' },
  downloads: {
    bytes: MiB,
    count: 10_000,
    depth: 6,
    values: 40_000,
    why: 'the packages of a large project: clients tell of all at once',
  },
  import: { bytes: 4_096, depth: 2, values: 4, why: 'where a repository is, and which of its tags' },
  unyank: { bytes: KiB, why: 'nothing is read of it' },
  'listed packages': { count: 50_000, why: 'one list' },
  constraint: { characters: 1_000, why: 'a range of versions' },
  name: { characters: 200, why: 'vendor and package' },
  version: { characters: 128, why: 'also a branch' },
  'listed malware': { count: 1_000, why: 'one answer about advisories' },
  'change logs': { count: 32, why: 'kept in memory, one for each repository' },
  'summarized versions': { count: 5_000, why: 'clients ask by name for more' },
  'filtered versions': { count: 20_000, why: 'one answer' },
  providers: { count: 100, why: 'one answer' },
  'vendor patterns': { count: 5_000, why: 'with more vendors clients ask for every name' },
  type: { characters: 100, why: 'of a package' },
  'name filter': { characters: 300, why: 'a pattern of names' },
} as const satisfies Limits;
