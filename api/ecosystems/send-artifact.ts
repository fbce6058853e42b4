import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Blobs, contentKey } from '../../store/blobs/blobs.ts';
import { createSmallBlobs } from '../cache/small-blobs.ts';
import { isNotModified } from './send-document.ts';

/** What is needed to send stored bytes. */
export interface SendableFile {
  sha256: string;
  sizeBytes: number;
  contentType: string;
  filename: string;
  uploadedAt: Date;
}

export type SendArtifact = (
  request: FastifyRequest,
  reply: FastifyReply,
  file: SendableFile,
  isPublic: boolean,
) => Promise<FastifyReply>;

const yearSeconds = 31_536_000;

/** Sends immutable bytes with HEAD, Range (one range), conditional requests and digest headers. */
export function createSendArtifact(blobs: Blobs): SendArtifact {
  const smallBlobs = createSmallBlobs(blobs);
  return async (request, reply, file, isPublic) => {
    const etag = `"${file.sha256}"`;
    const { headers } = request;
    reply.header('etag', etag);
    reply.header('accept-ranges', 'bytes');
    reply.header('cache-control', `${isPublic ? 'public' : 'private'}, max-age=${yearSeconds}, immutable`);
    reply.header('x-checksum-sha256', file.sha256);
    reply.header('content-security-policy', "sandbox; default-src 'none'");
    if (isNotModified(headers['if-none-match'], headers['if-modified-since'], etag, file.uploadedAt)) {
      return reply.code(304).send();
    }
    reply.header('content-type', file.contentType);
    reply.header(
      'content-disposition',
      `attachment; filename="${file.filename.replaceAll(/[^\w.+~-]/g, '_')}"`,
    );
    const range =
      headers['if-range'] === undefined || headers['if-range'] === etag
        ? parseRange(headers.range, file.sizeBytes)
        : undefined;
    if (range === 'unsatisfiable') {
      return reply.code(416).header('content-range', `bytes */${file.sizeBytes}`).send();
    }
    const { start, end } = range ?? { start: 0, end: file.sizeBytes - 1 };
    reply.header('content-length', end - start + 1);
    if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${file.sizeBytes}`);
    if (request.method === 'HEAD' || file.sizeBytes === 0) return reply.send();
    const bytes = await smallBlobs.get(file);
    if (bytes) return reply.send(range ? bytes.subarray(start, end + 1) : bytes);
    return reply.send(await blobs.read(contentKey(file.sha256), range));
  };
}

/** RFC 9110 14.1.2. Anything but one well-formed byte range is ignored, as the RFC allows. */
export function parseRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const match = header === undefined ? null : /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim());
  if (!match) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end };
}
