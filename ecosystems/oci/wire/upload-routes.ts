import { limits } from '../format/limits.ts';
import type { FastifyReply } from 'fastify';
import { isBuild } from '../../../domain/actor.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { PartAlgorithm, PartUpload } from '../../context/parts.ts';
import type { RouteContext } from '../../context/context.ts';
import { type AddressOf, type Asked, byMethod } from './request.ts';
import { hasBody, streamOf } from './body.ts';
import { mayMountFrom, mountSource, requirePublisher } from './caller.ts';
import { algorithmOf, canonicalDigest } from '../format/digest.ts';
import { queryOf } from './query.ts';

/** Largest blob in bytes; the platform's own limit may be lower. */
const maxBlobBytes = limits.blob.bytes;

type AskedUpload = Asked<AddressOf<'uploads' | 'upload'>>;

/** `/{name}/blobs/uploads/` and one session below it. */
export function answerUpload(context: RouteContext, asked: AskedUpload): Promise<FastifyReply> {
  const { address } = asked;
  if (address.kind === 'uploads') {
    return byMethod(asked, { POST: () => begin(context, { ...asked, address }) });
  }
  const session = { ...asked, address };
  return byMethod(session, {
    GET: async () => sendStatus(session, await find(context, session), 204),
    PATCH: () => patch(context, session),
    PUT: () => close(context, session),
    DELETE: async () => {
      await context.parts.cancel(await find(context, session));
      return session.reply.code(204).send();
    },
  });
}

/** Starts a session, unless the blob already exists or is in the request. */
async function begin(context: RouteContext, asked: Asked<AddressOf<'uploads'>>): Promise<FastifyReply> {
  const { request, reply, caller, address } = asked;
  const publisher = requirePublisher(caller);
  const query = queryOf(request);
  const mounted = await mount(context, asked, query);
  if (mounted !== undefined) return sendCreated(asked, mounted);
  const digest = query.get('digest');
  if (digest === null) {
    const upload = await context.parts.start(publisher, address.name, algorithm(query));
    return reply.code(202).headers(locationOf(address, upload)).send();
  }
  const wanted = canonicalDigest(digest);
  const upload = await context.parts.start(publisher, address.name, algorithmOf(wanted));
  return finish(context, asked, await append(context, asked, upload), wanted);
}

/**
 * Mounts the blob; undefined: the client must upload it.
 * @throws DomainError `unauthenticated` if the client may request more access
 */
async function mount(
  context: RouteContext,
  { request, caller, address }: AskedUpload,
  query: URLSearchParams,
): Promise<string | undefined> {
  const digest = query.get('mount');
  const from = query.get('from');
  if (digest === null) return undefined;
  const source = mountSource(request);
  if (source && !mayMountFrom(caller, source)) return undefined;
  // a mount without a source may use any repository that a person reads; builds may not
  if (!source && isBuild(caller.actor)) return undefined;
  try {
    const part = await context.parts.mount(
      caller,
      address.name,
      from === '' ? null : from,
      canonicalDigest(digest),
    );
    return part?.digest;
  } catch (error) {
    // the upload session will report missing rights on this repository
    if (error instanceof DomainError && error.isPermanent) return undefined;
    throw error;
  }
}

function algorithm(query: URLSearchParams): PartAlgorithm {
  const wanted = query.get('digest-algorithm') ?? 'sha256';
  if (wanted === 'sha256' || wanted === 'sha512') return wanted;
  throw new DomainError('invalid_version', 'digests are sha256 or sha512');
}

function find(context: RouteContext, { caller, address }: Asked<AddressOf<'upload'>>) {
  return context.parts.find(requirePublisher(caller), address.name, address.id);
}

async function patch(context: RouteContext, asked: Asked<AddressOf<'upload'>>): Promise<FastifyReply> {
  return sendStatus(asked, await append(context, asked, await find(context, asked)), 202);
}

async function close(context: RouteContext, asked: Asked<AddressOf<'upload'>>): Promise<FastifyReply> {
  const digest = queryOf(asked.request).get('digest');
  if (digest === null) throw new DomainError('invalid_version', 'the digest is missing');
  const wanted = canonicalDigest(digest);
  const upload = await find(context, asked);
  const whole = hasBody(asked.request) ? await append(context, asked, upload) : upload;
  return finish(context, asked, whole, wanted);
}

async function finish(
  context: RouteContext,
  asked: AskedUpload,
  upload: PartUpload,
  digest: string,
): Promise<FastifyReply> {
  const { caller, address } = asked;
  await context.parts.finish(requirePublisher(caller), upload, digest).catch((error: unknown) => {
    throw error instanceof DomainError && error.code === 'invalid_state'
      ? standsAt(asked, upload, error)
      : error;
  });
  return sendCreated({ ...asked, address }, digest);
}

/** Writes a piece at the client's offset. The answer to a wrong offset has the right one. */
async function append(context: RouteContext, asked: AskedUpload, upload: PartUpload): Promise<PartUpload> {
  const { request } = asked;
  const range = rangeOf(request.headers['content-range']);
  if (range === null) throw standsAt(asked, upload);
  const length = request.headers['content-length'];
  if (range && length !== undefined && Number(length) !== range.end - range.start + 1) {
    throw new DomainError('bad_request', 'Content-Length and Content-Range do not agree');
  }
  try {
    return await context.parts.append(upload, streamOf(request), {
      ...(range ? { from: range.start } : {}),
      maxBytes: maxBlobBytes,
    });
  } catch (error) {
    const code = error instanceof DomainError ? error.code : undefined;
    // another writer is active: the next piece begins at the end of its piece
    throw code === 'range_mismatch' || code === 'invalid_state' ? standsAt(asked, upload, error) : error;
  }
}

function standsAt({ address, reply }: AskedUpload, upload: PartUpload, cause?: unknown): DomainError {
  const receivedBytes =
    (cause instanceof DomainError ? cause.meta.receivedBytes : undefined) ?? upload.receivedBytes;
  reply.headers(positionOf(address, { ...upload, receivedBytes }));
  return new DomainError(
    'range_mismatch',
    `the upload stands at byte ${receivedBytes}`,
    { receivedBytes },
    cause,
  );
}

/** Reads `<first>-<last>`, inclusive and without a unit; undefined without a header, null for another form. */
function rangeOf(header: string | undefined): { start: number; end: number } | null | undefined {
  if (header === undefined) return undefined;
  const [, first, last] = /^(\d{1,15})-(\d{1,15})$/.exec(header.trim()) ?? [];
  const [start, end] = [Number(first), Number(last)];
  return start <= end ? { start, end } : null;
}

function sendStatus({ address, reply }: AskedUpload, upload: PartUpload, status: 202 | 204): FastifyReply {
  return reply.code(status).headers(positionOf(address, upload)).send();
}

/**
 * `Range` has the offset of the last received byte. Clients always need the header; the protocol has no form for an
 * empty upload, so that registries send `0-0`.
 */
function positionOf(address: AskedUpload['address'], upload: PartUpload): Record<string, string> {
  return { ...locationOf(address, upload), range: `0-${Math.max(0, upload.receivedBytes - 1)}` };
}

function locationOf({ mount, name }: AskedUpload['address'], { id }: PartUpload): Record<string, string> {
  return { location: `${mount}/${name}/blobs/uploads/${id}`, 'docker-upload-uuid': id };
}

function sendCreated({ address, reply }: AskedUpload, digest: string): FastifyReply {
  return reply
    .code(201)
    .headers({
      location: `${address.mount}/${address.name}/blobs/${digest}`,
      'docker-content-digest': digest,
    })
    .send();
}
