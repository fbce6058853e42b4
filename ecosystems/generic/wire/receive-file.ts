import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { DomainError } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import type { StagedUpload } from '../../context/publishing.ts';
import type { Declared } from '../../format.ts';
import { limits } from '../format/limits.ts';
import type { Place } from './address.ts';
import { announcedSha256, assertSha256 } from './digest-headers.ts';

export type DeclaredFile = Declared & { file: string };

/** @throws DomainError `validation_failed` */
export function declaredBy({ headers }: FastifyRequest, { name, version, path }: Place): DeclaredFile {
  const visibility = headers['x-visibility'];
  const declared = { name, version, file: path, metadata: {} };
  if (visibility === undefined) return declared;
  if (visibility === 'public' || visibility === 'private') return { ...declared, visibility };
  throw new DomainError('validation_failed', 'X-Visibility is public or private');
}

/**
 * Stages the file; discards it if it contradicts its headers.
 * @throws DomainError `too_large`, `digest_mismatch`, `bad_request`, `unsupported_media_type`
 */
export async function receiveFile(
  context: RouteContext,
  { body, headers }: FastifyRequest,
): Promise<StagedUpload> {
  const announced = announcedSha256(headers);
  if (headers['content-range'] !== undefined) {
    throw new DomainError('bad_request', 'a file is sent in one piece, without Content-Range');
  }
  const coding = headers['content-encoding'] ?? 'identity';
  if (coding !== 'identity') {
    throw new DomainError('unsupported_media_type', 'a file is kept as it is sent: without Content-Encoding');
  }
  const bytes = body instanceof Readable ? body : Buffer.alloc(0);
  const upload = await context.publishing.receive(bytes, limits.file.bytes);
  try {
    assertSha256(upload, announced);
  } catch (error) {
    await context.publishing.discard(upload);
    throw error;
  }
  return upload;
}

/** Sends indented JSON, for people at a terminal. */
export function sendJson(reply: FastifyReply, code: number, body: object): FastifyReply {
  return reply
    .code(code)
    .headers({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' })
    .send(`${JSON.stringify(body, undefined, 2)}\n`);
}
