import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { readingsOf } from '../format/filename.ts';
import { identify } from './caller.ts';
import { orNone } from './or-none.ts';

interface FileRoute {
  Params: { prefix: string; digest: string; filename: string };
}

const metadataEnding = /\.metadata$/;

/** Files by digest and name, and the METADATA of wheels beside them (PEP 658). */
export function registerFileRoutes(app: FastifyInstance, context: RouteContext): void {
  app.route<FileRoute>({
    // both named: what the framework adds for HEAD forgets how long the file is
    method: ['GET', 'HEAD'],
    url: '/files/:prefix/:digest/:filename',
    handler: (request, reply) => sendFile(context, request, reply),
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
  const isMetadata = metadataEnding.test(filename);
  for (const { nameKey, versionKey } of readingsOf(filename.replace(metadataEnding, ''))) {
    const file = { nameKey, versionKey, filename, isDownload: !isMetadata };
    // the digest in the address is that of the wheel
    const sent = context.files.send(caller, reply, isMetadata ? file : { ...file, sha256: digest });
    const found = await orNone(sent);
    if (found) return found;
  }
  throw notFound('file');
}
