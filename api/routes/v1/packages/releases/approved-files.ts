import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

/** The digest of the approved files, in the body. */
export const FilesDigest = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .nullish()
  .describe('`files_digest` of the review: the files that are approved. Or send its ETag as `If-Match`');

/**
 * The digest of the files that the caller saw, from the body or `If-Match`; null without both. A list of tags names
 * none.
 */
export function filesSeen(
  { headers }: Pick<FastifyRequest, 'headers'>,
  said: string | null | undefined,
): string | null {
  if (said != null) return said;
  const wanted = headers['if-match'];
  if (wanted === undefined) return null;
  return /^"(?<digest>[^"]*)"$/.exec(wanted.trim())?.groups?.['digest'] ?? wanted;
}

export function tagOf({ filesDigest }: { filesDigest: string }): string {
  return `"${filesDigest}"`;
}
