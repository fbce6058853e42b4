import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import rangeParser from 'range-parser';
import type { OpenFile } from '../../services/files/open.ts';
import type { ByteRange } from '../../store/blobs/blobs.ts';
import { isNotModified } from './send-document.ts';

/** The facts needed to send stored bytes. */
export interface SendableFile {
  sha256: string;
  sizeBytes: number;
  contentType: string;
  filename: string;
  uploadedAt: Date;
}

export type SendArtifact = (
  reply: FastifyReply,
  file: SendableFile,
  isPublic: boolean,
  as?: SentAs,
) => Promise<FastifyReply>;

/** How the address relates to the bytes. By default the address has the same bytes for ever. */
export interface SentAs {
  /** Replaces the SHA-256 as the ETag. */
  etag?: string;
  isMovable?: boolean;
}

const yearSeconds = 31_536_000;

/** Sends immutable bytes with HEAD, Range (one range), conditional requests and digest headers. */
export function createSendArtifact(open: OpenFile): SendArtifact {
  const bodyOf = async (method: string, file: SendableFile, range: ByteRange | undefined) => {
    // the framework answers HEAD by the route of GET: without a stream it would write a length of zero
    if (method === 'HEAD') return Readable.from([]);
    return file.sizeBytes === 0 ? undefined : open(file, range);
  };
  return async (reply, file, isPublic, { etag: name = file.sha256, isMovable = false } = {}) => {
    const etag = `"${name}"`;
    const { request } = reply;
    const { headers } = request;
    const lifetime = isMovable ? 'no-cache' : `max-age=${yearSeconds}, immutable`;
    // no record tells since when a movable address points to these bytes
    const lastModified = isMovable ? undefined : file.uploadedAt.toUTCString();
    const lasting = {
      etag,
      ...(lastModified === undefined ? {} : { 'last-modified': lastModified }),
      'accept-ranges': 'bytes',
      'cache-control': `${isPublic ? 'public' : 'private'}, ${lifetime}`,
      'x-checksum-sha256': file.sha256,
    };
    if (isNotModified(headers, etag, lastModified)) {
      return reply.headers(lasting).code(304).send();
    }
    const range =
      headers['if-range'] === undefined || headers['if-range'] === etag
        ? parseRange(headers.range, file.sizeBytes)
        : undefined;
    if (range === 'unsatisfiable') {
      return reply.headers(lasting).code(416).header('content-range', `bytes */${file.sizeBytes}`).send();
    }
    // before any header: caches must not keep an error as the file for a year
    const body = await bodyOf(request.method, file, range);
    const { start, end } = range ?? { start: 0, end: file.sizeBytes - 1 };
    const lastSegment = file.filename.slice(file.filename.lastIndexOf('/') + 1);
    const filename = lastSegment.replaceAll(/[^\w.+~-]/g, '_');
    reply
      .headers(lasting)
      .header('content-type', file.contentType)
      .header('content-disposition', `attachment; filename="${filename}"`)
      .header('content-length', end - start + 1);
    if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${file.sizeBytes}`);
    return reply.send(body);
  };
}

/** RFC 9110 14.2. Any value except one byte range is ignored, as the RFC allows. */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  if (header === undefined || !/^bytes=[\d-]+$/.test(header)) return undefined;
  // for a suffix longer than the file RFC 9110 14.1.2 demands the whole file; the library refuses it
  const suffix = /^bytes=-(\d+)$/.exec(header)?.[1];
  const ranges = rangeParser(
    size,
    suffix === undefined ? header : `bytes=-${Math.min(Number(suffix), size)}`,
  );
  if (ranges === -1) return 'unsatisfiable';
  return ranges === -2 ? undefined : ranges[0];
}
