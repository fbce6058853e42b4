import type { Limits } from '../../../domain/limits.ts';

const KiB = 1024;
const MiB = 1024 * KiB;

const fileBytes = 512 * MiB;

/** Limits of requests from PyPI clients and of distributions. */
export const limits = {
  file: { bytes: fileBytes, why: 'the largest distribution; the operator may set a lower one' },
  upload: {
    bytes: fileBytes + 16 * MiB,
    why: 'a wheel or source distribution, with a README in a field beside it',
  },
  form: { bytes: 16 * MiB, count: 2_000, why: 'metadata, which old clients repeat in fields' },
  field: { bytes: 4 * MiB, why: 'a README' },
  metadata: { bytes: 4 * MiB, why: 'METADATA and PKG-INFO, with the README in them' },
  settings: {
    bytes: MiB,
    count: 6,
    why: 'pyproject.toml, setup.cfg and hatch.toml at the root and in the folder, in one pass',
  },
  module: {
    bytes: 256 * KiB,
    count: 16,
    why: 'a module in which a version is looked for that a build may run, and all of them in one pass',
  },
  record: { bytes: 16 * MiB, why: 'RECORD: a line for every file' },
  'hashed wheel': {
    bytes: 128 * MiB,
    why: 'every file is held to its digest in RECORD; in larger wheels to its size',
  },
  attestations: {
    bytes: 512 * KiB,
    count: 2,
    depth: 32,
    values: 20_000,
    why: 'attestations of one file, as many as there are kinds, with their certificates',
  },
  token: { bytes: 64 * KiB, depth: 4, values: 10, why: 'one identity token' },
  name: { characters: 200, why: 'a project has one far shorter name' },
  'metadata lines': { count: 100_000, why: 'header fields; real metadata has some hundreds' },
  version: { characters: 64, why: 'real versions are shorter; addresses and columns need a bound' },
  'file name': { characters: 300, why: 'clients store the file under it' },
  'readings of a file name': { count: 10, why: 'ways to split it into name and version' },
  'transparency entries': { count: 8, why: 'of one attestation' },
  'feed entries': { count: 40, why: 'the newest ones; a feed is read often' },
} as const satisfies Limits;
