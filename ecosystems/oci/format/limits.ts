import type { Limits } from '../../../domain/limits.ts';

const KiB = 1024;
const MiB = 1024 * KiB;
const GiB = 1024 ** 3;

/** How much clients of OCI may send. */
export const limits = {
  token: { bytes: 64 * KiB, values: 100, why: 'a form with a hundred scopes at most' },
  manifest: {
    bytes: 4 * MiB,
    depth: 32,
    values: 100_000,
    why: 'what the specification asks registries to take',
  },
  blob: { bytes: 1024 * GiB, why: 'a layer; the operator sets a lower one' },
  name: { characters: 255, why: "clients count the host's name as well" },
  descriptors: { count: 5_000, why: 'more than any image has: look-ups stay short' },
  tags: { count: 100, why: 'one push' },
} as const satisfies Limits;
