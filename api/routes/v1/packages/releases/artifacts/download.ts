import type { FastifyReply, FastifyRequest } from 'fastify';
import { createSendArtifact } from '../../../../../ecosystems/send-artifact.ts';
import { z } from 'zod';
import type { Routes } from '../../../../routes.ts';
import { callerOf } from '../../../../../callers.ts';
import { readNamed, ReleaseParams, releasePath } from '../../params.ts';
import type { Services } from '../../../../../../services/index.ts';

const Params = ReleaseParams.extend({ filename: z.string() });
type Params = z.infer<typeof Params>;

export function registerDownloadArtifact(app: Routes, services: Services): void {
  const sendArtifact = createSendArtifact(services.files.open);
  const path = `${releasePath}/artifacts/:filename`;
  const download = async (request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) => {
    const caller = callerOf(request, request.actor);
    const { artifact, isPublic } = await services.releases.getArtifact(
      caller,
      readNamed(services, request.params),
    );
    return sendArtifact(reply, artifact, isPublic);
  };
  app.get(
    path,
    {
      // the framework's own HEAD would report every file as empty
      exposeHeadRoute: false,
      schema: {
        operationId: 'downloadArtifact',
        tags: ['artifacts'],
        summary: 'The bytes of a file, with Range and conditional requests',
        params: Params,
      },
    },
    download,
  );
  app.head(path, { schema: { hide: true, params: Params } }, download);
}
