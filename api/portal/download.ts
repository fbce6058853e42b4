import type { FastifyInstance } from 'fastify';
import { EcosystemId } from '../../domain/ecosystem-id.ts';
import { notFound } from '../../domain/errors.ts';
import { isReadable } from '../../domain/release.ts';
import { createSendArtifact } from '../ecosystems/send-artifact.ts';
import { varyBy } from '../plugins/vary.ts';
import { readContext, type ReaderParts } from './reader.ts';

/** Sends stored files as attachments to the reader of the session; downloads count as in the protocol. */
export function registerDownloads(parts: ReaderParts, scope: FastifyInstance): void {
  const { services } = parts;
  const sendArtifact = createSendArtifact(services.files.open);
  scope.route({
    // the framework's own HEAD would report every file as empty
    method: ['GET', 'HEAD'],
    url: '/packages/:ecosystem/:name/:version/-/download/:filename',
    config: { tier: 'protocol' },
    // ranges refer to the stored bytes
    compress: false,
    async handler(request, reply) {
      const { caller, params } = await readContext(parts, request, reply);
      const { ecosystem, name = '', version = '', filename = '' } = params;
      const id = EcosystemId.safeParse(ecosystem).data;
      if (id === undefined) throw notFound('file');
      const file = { ecosystem: services.ecosystems.get(id), name, version, filename };
      const { files } = services.forEcosystem(id);
      const { artifact, release, isPublic } = await services.releases.getArtifact(caller, file);
      if (request.method === 'GET' && isReadable(release)) files.countDownload(release.id, artifact);
      varyBy(reply, 'Cookie');
      // the reader may lose the right to the file
      return sendArtifact(reply, artifact, isPublic, { isMovable: true });
    },
  });
}
