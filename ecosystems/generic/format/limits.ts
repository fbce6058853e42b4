import type { Limits } from '../../../domain/limits.ts';

/** Limits of requests with plain files. */
export const limits = {
  file: { bytes: 4 * 1024 ** 3, why: 'the largest file; nothing of it is kept in memory' },
  files: { count: 500, why: 'of a version: every change of a release shows all of them' },
  idle: { seconds: 86_400, why: 'a draft waits no longer for its next file' },
  'path segments': { count: 10, why: 'folders in the path of a file' },
  'path segment': { bytes: 200, why: 'each is a file name for clients' },
} as const satisfies Limits;
