import { createSendArtifact } from '../../../../../ecosystems/send-artifact.ts';
import { z } from 'zod';
import type { Routes } from '../../../../routes.ts';
import { callerOf } from '../../../../../callers.ts';
import { readNamed, ReleaseParams, releasePath } from '../../params.ts';
import type { Services } from '../../../../../../services/index.ts';

const Params = ReleaseParams.extend({ filename: z.string() });

export function registerDownloadArtifact(app: Routes, services: Services): void {
  const sendArtifact = createSendArtifact(services.files.open);
  app.get(
    `${releasePath}/artifacts/:filename`,
    {
      schema: {
        operationId: 'downloadArtifact',
        tags: ['artifacts'],
        summary: 'The bytes of a file, with Range and conditional requests',
        params: Params,
      },
    },
    async (request, reply) => {
      const caller = callerOf(request, request.actor);
      const { artifact, isPublic } = await services.releases.getArtifact(
        caller,
        readNamed(services, request.params),
      );
      return sendArtifact(reply, artifact, isPublic);
    },
  );
}
