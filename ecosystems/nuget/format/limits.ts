import type { Limits } from '../../../domain/limits.ts';

const KiB = 1024;
const MiB = 1024 * KiB;

/** How much clients of NuGet may send. */
export const limits = {
  json: { bytes: 16 * KiB, depth: 8, values: 1_000, why: 'a name of a group, or of a user' },
  push: { bytes: 257 * MiB, why: 'a form with one package' },
  package: { bytes: 256 * MiB, why: 'the largest package' },
  form: { bytes: MiB, count: 10, why: 'boundaries, part headers, and parts that nobody reads' },
  field: { bytes: KiB, why: 'the id of a group' },
} as const satisfies Limits;
