import type { Limits } from '../../../domain/limits.ts';

const KiB = 1024;
const MiB = 1024 * KiB;
const GiB = 1024 ** 3;

/** Limits of requests from OCI clients. */
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
  'searched tags': { count: 100, why: 'more are found by listing them' },
  referrers: { bytes: 4_000_000, why: 'clients read a list like a manifest' },
  'referrer pages': { count: 10, why: 'one request for a rare kind; the link leads to the rest' },
  'catalog page': { count: 1_000, why: 'one answer' },
  'tag list page': { count: 10_000, why: 'one answer' },
  'media type': { characters: 255, why: 'its two halves have 127 each' },
  digest: { characters: 300, why: 'longer than those of any algorithm' },
} as const satisfies Limits;
