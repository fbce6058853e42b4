import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { DomainError } from '../../../domain/errors.ts';
import type { Declared } from '../../format.ts';
import type { RouteContext, StagedUpload } from '../../context/context.ts';
import { fileBound } from '../format/limits.ts';
import { addressOf, type FileRoute, type Place, placeToWrite } from './address.ts';
import { identifyPublisher } from './caller.ts';
import { announcedSha256, assertSha256 } from './digest-headers.ts';
import { addFile, type Outcome } from './add-file.ts';

const codes: Record<Outcome['status'], number> = { published: 201, present: 200, held: 202, pending: 202 };

/** One file by `PUT`: the first one makes the version, others join it. */
export function registerPublishRoute(app: FastifyInstance, context: RouteContext): void {
  app.put<FileRoute>('/:name/:version/*', { config: { body: fileBound } }, async (request, reply) => {
    const { caller, mount } = await identifyPublisher(context, request);
    const place = placeToWrite(request.params);
    const declared = declaredBy(request, place);
    const upload = await receiveFile(context, request);
    const outcome = await addFile(context, { caller, declared, upload });
    return sendReceipt(reply, { place, upload, outcome, url: `${mount.url}/${addressOf(place)}` });
  });
}

/** @throws DomainError `validation_failed` */
function declaredBy(
  { headers }: FastifyRequest,
  { name, version, path }: Place,
): Declared & { file: string } {
  const visibility = headers['x-visibility'];
  const declared = { name, version, file: path, metadata: {} };
  if (visibility === undefined) return declared;
  if (visibility === 'public' || visibility === 'private') return { ...declared, visibility };
  throw new DomainError('validation_failed', 'X-Visibility is public or private');
}

/** Nothing stays of a file that is not what its headers say. @throws DomainError `too_large`, `digest_mismatch`, `bad_request`, `unsupported_media_type` */
async function receiveFile(context: RouteContext, { body, headers }: FastifyRequest): Promise<StagedUpload> {
  const announced = announcedSha256(headers);
  if (headers['content-range'] !== undefined) {
    throw new DomainError('bad_request', 'a file is sent in one piece, without Content-Range');
  }
  const coding = headers['content-encoding'] ?? 'identity';
  if (coding !== 'identity') {
    throw new DomainError('unsupported_media_type', 'a file is kept as it is sent: without Content-Encoding');
  }
  const bytes = body instanceof Readable ? body : Buffer.alloc(0);
  const upload = await context.receive(bytes, fileBound.bytes);
  try {
    assertSha256(upload, announced);
  } catch (error) {
    await context.discard(upload);
    throw error;
  }
  return upload;
}

interface Receipt {
  place: Place;
  upload: StagedUpload;
  outcome: Outcome;
  url: string;
}

function sendReceipt(reply: FastifyReply, { place, upload, outcome, url }: Receipt): FastifyReply {
  const { status, statusUrl } = outcome;
  const receipt = {
    status,
    ...place,
    size: upload.sizeBytes,
    sha256: upload.sha256,
    url,
    ...(statusUrl === undefined ? {} : { status_url: statusUrl }),
  };
  if (status === 'published') reply.header('location', url);
  return reply
    .code(codes[status])
    .headers({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' })
    .send(`${JSON.stringify(receipt, undefined, 2)}\n`);
}
