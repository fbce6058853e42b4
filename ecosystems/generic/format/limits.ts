import type { Bound } from '../../../domain/limits.ts';

/** Of one file; the operator may set a lower one. */
export const fileBound = {
  bytes: 4 * 1024 ** 3,
  why: 'the largest file; nothing of it is kept in memory',
} as const satisfies Bound;

/** Every change of a release shows all its files. */
export const maxFiles = 500;
