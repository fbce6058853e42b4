import type { Limits } from '../../domain/limits.ts';

const MiB = 1024 * 1024;

/** Rows of the limits table in `docs/SECURITY.md`: the limits of one git call. */
export const gitRows = {
  tag: { bytes: 512 * MiB, seconds: 300, why: 'what a server may send for one tag' },
  'tag list': { bytes: 8 * MiB, why: 'what a server may send as its list of tags' },
  silence: { seconds: 30, why: 'without a byte of the server' },
  message: { bytes: 4_096, why: 'of the errors that git prints' },
} as const satisfies Limits;

export interface GitLimits {
  /** The most bytes that a server may send for one tag. */
  maxBytes: number;
  /** The longest list of tags that git may print. */
  maxListBytes: number;
  /** The deadline of each call of git. */
  timeoutMs: number;
  idleMs: number;
}

export const gitLimits: GitLimits = {
  maxBytes: gitRows.tag.bytes,
  maxListBytes: gitRows['tag list'].bytes,
  timeoutMs: gitRows.tag.seconds * 1_000,
  idleMs: gitRows.silence.seconds * 1_000,
};
