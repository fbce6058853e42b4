import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../../domain/caller.ts';
import { notFound } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { trySend } from '../../try-send.ts';
import { canonicalName } from '../format/name.ts';
import { type Checksum, type LayoutPath, metadataFile } from '../format/path.ts';
import { identifyReader } from './caller.ts';
import { listFolder, sendListing } from './listing.ts';
import { fileToRead, nameAt, pathToRead, type PathRoute } from './path-of.ts';
import { sendPlugins } from './plugin-prefixes.ts';

/** Files, their checksums, and listings of folders. */
export function registerReadRoutes(app: FastifyInstance, context: RouteContext): void {
  app.route<PathRoute>({
    // HEAD is explicit, because the framework's own HEAD loses the length of the file
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: (request, reply) => read(context, request, reply),
  });
}

async function read(
  context: RouteContext,
  request: FastifyRequest<PathRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const caller = await identifyReader(context, request, nameAt(request.params['*']));
  const path = pathToRead(request.params['*']);
  if (path.filename === '') {
    if (!context.listsFolders) throw notFound('folder');
    return sendListing(reply, await listFolder(context, caller, path.folder));
  }
  if (path.filename === metadataFile) return sendMetadata(context, caller, reply, path);
  const { name, version, filename } = fileToRead(path);
  if (path.checksum === null) {
    return context.files.send(caller, reply, {
      nameKey: canonicalName(name),
      versionKey: version,
      filename,
      showsDigests: true,
    });
  }
  return sendChecksum(context, caller, reply, { name, version, filename, algorithm: path.checksum });
}

/** Sends the metadata of an artifact, or of the plugins of a group. */
async function sendMetadata(
  context: RouteContext,
  caller: Caller,
  reply: FastifyReply,
  { folder, filename, checksum }: LayoutPath,
): Promise<FastifyReply> {
  const document = [...folder, checksum === null ? filename : `${filename}.${checksum}`].join('/');
  if (await trySend(context.documents.send(caller, reply, document))) return reply;
  return sendPlugins(context, caller, reply, { group: folder.join('.'), checksum });
}

/** Sends a checksum of the stored bytes, never an uploaded checksum. */
async function sendChecksum(
  context: RouteContext,
  caller: Caller,
  reply: FastifyReply,
  wanted: { name: string; version: string; filename: string; algorithm: Checksum },
): Promise<FastifyReply> {
  const { name, version, filename, algorithm } = wanted;
  const key = { nameKey: canonicalName(name), versionKey: version, filename };
  const digests = await context.files.digests(caller, key);
  return reply
    .headers({ 'cache-control': 'private, no-cache', 'content-type': 'text/plain; charset=utf-8' })
    .send(digests[algorithm]);
}
