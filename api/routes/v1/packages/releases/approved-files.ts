import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

/** The files of an approval, in its body. */
export const FilesDigest = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .nullish()
  .describe('`files_digest` of the review: the files that are approved. Or send its ETag as `If-Match`');

/** The files that the caller saw, by the body or by `If-Match`; null when the request names nothing. A list of tags names none of them. */
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
