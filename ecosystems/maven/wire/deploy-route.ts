import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { limits } from '../format/limits.ts';
import { fileOf, type LayoutPath, metadataFile, parseLayoutPath } from '../format/path.ts';
import { isSnapshot, noSnapshots } from '../format/version.ts';
import { identifyPublisher } from './caller.ts';
import type { Deployed } from './deployed.ts';
import { type PathRoute } from './path-of.ts';
import { putChecksum } from './put-checksum.ts';
import { putFile } from './put-file.ts';
import { putMetadata } from './put-metadata.ts';

/** Deploys: one file per `PUT`, the metadata of the artifact last. */
export function registerDeployRoute(app: FastifyInstance, context: RouteContext): void {
  app.put<PathRoute>(
    '/*',
    {
      config: { body: limits.file },
      // before the server requests the body (100-continue): a refused deploy costs no bytes
      async onRequest(request) {
        const caller = await identifyPublisher(context, request);
        const path = parseLayoutPath(request.params['*']);
        if (!isMetadata(path)) await context.publishing.findTarget(caller, fileOf(path).name);
        assertPlain(request);
      },
    },
    async (request, reply) => {
      const caller = await identifyPublisher(context, request);
      const path = parseLayoutPath(request.params['*']);
      if (isMetadata(path)) return sendStatus(reply, await putMetadata(context, { caller, request, path }));
      const file = fileOf(path);
      const { checksum } = path;
      if (checksum === null) return sendStatus(reply, await putFile(context, { caller, request, file }));
      return sendStatus(reply, await putChecksum(context, { caller, request, file, checksum }));
    },
  );

  app.delete('/*', (_request, reply) =>
    reply
      .code(405)
      .headers({
        allow: 'GET, HEAD, PUT',
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'no-store',
      })
      .send('files of a release stay; delete the version through the management API\n'),
  );
}

function sendStatus(reply: FastifyReply, { status, warning }: Deployed): FastifyReply {
  reply.code(status).header('cache-control', 'no-store');
  if (warning === undefined) return reply.send();
  const quoted = warning.replaceAll(/[^\x20-\x7e]|["\\]/g, '?');
  return reply
    .header('warning', `199 rookery "${quoted}"`)
    .type('text/plain; charset=utf-8')
    .send(`${warning}\n`);
}

/** Whether the path is a metadata file. @throws DomainError `invalid_version` for metadata of a snapshot */
function isMetadata({ folder, filename }: LayoutPath): boolean {
  if (filename !== metadataFile) return false;
  if (isSnapshot(folder.at(-1) ?? '')) throw new DomainError('invalid_version', noSnapshots);
  return true;
}

function assertPlain({ headers }: FastifyRequest): void {
  if (headers['content-range'] !== undefined) {
    throw new DomainError('bad_request', 'a file is sent in one piece, without Content-Range');
  }
  if ((headers['content-encoding'] ?? 'identity') === 'identity') return;
  throw new DomainError('unsupported_media_type', 'a file is kept as it is sent: without Content-Encoding');
}
