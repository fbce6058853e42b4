import type { Limits } from '../../../domain/limits.ts';

const KiB = 1024;
const MiB = 1024 * KiB;
const packageBytes = 256 * MiB;
const formBytes = MiB;

/** Limits of requests from NuGet clients. */
export const limits = {
  json: { bytes: 16 * KiB, depth: 8, values: 1_000, why: 'a name of a group, or of a user' },
  push: { bytes: packageBytes + formBytes, why: 'a form with one package' },
  package: { bytes: packageBytes, why: 'the largest package' },
  form: { bytes: formBytes, count: 10, why: 'boundaries, part headers, and unread parts' },
  field: { bytes: KiB, why: 'the id of a group' },
  id: { characters: 100, why: 'what clients take' },
  'grouped dependencies': { count: 10_000, why: 'each group repeats its own' },
  dependencies: { count: 2_000, why: 'of all groups: indexes repeat them for every version' },
  title: { characters: 256, why: 'indexes repeat it for every version' },
  text: { characters: 4_000, why: 'each text of the nuspec, which indexes repeat for every version' },
  version: { characters: 64, why: 'what clients take' },
  'embedded file': { bytes: 1024 * KiB, why: 'an icon, a README or a license in the package' },
  'search page': { count: 1_000, why: 'one answer' },
  'search skip': { count: 100_000, why: 'further results are found with more words' },
  'search text': { characters: 1_000, why: 'a question' },
  'status line': { characters: 200, why: 'longer sentences are cut' },
  nuspec: { bytes: MiB, why: 'unpacked; parsed as a whole' },
  'peeked entries': { count: 100_000, why: 'so far into its directory a manifest is looked for' },
  'group name': { characters: 200, why: 'pages show it' },
  'package type': { characters: 100, why: 'its name, which indexes repeat' },
} as const satisfies Limits;
