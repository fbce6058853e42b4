import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { notFound } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { trySend } from '../../try-send.ts';
import { besideEnding, readingsOf } from '../format/filename.ts';
import { provenanceOf, provenanceType } from '../format/provenance.ts';
import { identify } from './caller.ts';

interface FileRoute {
  Params: { prefix: string; digest: string; filename: string };
}

interface IntegrityRoute {
  Params: { project: string; version: string; filename: string };
}

/** HEAD is explicit, because the framework's own HEAD loses the length of the file. */
const reads = ['GET', 'HEAD'] as const;

/** Files by digest and name, and the documents beside them. */
export function registerFileRoutes(app: FastifyInstance, context: RouteContext): void {
  app.route<FileRoute>({
    method: [...reads],
    url: '/files/:prefix/:digest/:filename',
    handler: (request, reply) => sendFile(context, request, reply),
  });
  app.route<IntegrityRoute>({
    method: [...reads],
    url: '/integrity/:project/:version/:filename/provenance',
    handler: (request, reply) => sendProvenance(context, request, reply),
  });
}

async function sendFile(
  context: RouteContext,
  request: FastifyRequest<FileRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const caller = await identify(context, request);
  const { prefix, digest, filename } = request.params;
  if (!/^[0-9a-f]{64}$/.test(digest) || !digest.startsWith(prefix) || prefix.length !== 2)
    throw notFound('file');
  const isBeside = besideEnding.test(filename);
  for (const { nameKey, versionKey } of readingsOf(filename.replace(besideEnding, ''))) {
    const file = { nameKey, versionKey, filename };
    // the digest in the URL of a companion document is the digest of its file
    const sent = context.files.send(caller, reply, isBeside ? file : { ...file, sha256: digest });
    if (await trySend(sent)) return reply;
  }
  throw notFound('file');
}

/** Sends the provenance with its own media type, or as JSON to clients that do not accept that type. */
async function sendProvenance(
  context: RouteContext,
  request: FastifyRequest<IntegrityRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const caller = await identify(context, request);
  const { project, version, filename } = request.params;
  const contentType = new Negotiator(request).mediaType([provenanceType, 'application/json']);
  reply.header('vary', 'Accept');
  if (contentType === undefined) {
    return reply
      .code(406)
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
      .send(`there is JSON (${provenanceType}) here, which the client does not accept\n`);
  }
  const wanted = readingsOf(`${project}-${version}.tar.gz`);
  const reading = readingsOf(filename).find((each) =>
    wanted.some(({ nameKey, versionKey }) => nameKey === each.nameKey && versionKey === each.versionKey),
  );
  if (reading === undefined) throw notFound('file');
  const { nameKey, versionKey } = reading;
  const beside = provenanceOf(filename);
  return context.files.send(caller, reply, {
    nameKey,
    versionKey,
    filename: beside,
    contentType,
  });
}
