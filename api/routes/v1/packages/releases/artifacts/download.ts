import { z } from 'zod';
import type { ManagementDeps, Routes } from '../../../../deps.ts';
import { getArtifact } from '../../../../../../services/releases/get.ts';
import { callerOf } from '../../../../../callers.ts';
import { readNamed, ReleaseParams, releasePath } from '../../params.ts';

const Params = ReleaseParams.extend({ filename: z.string() });

export function registerDownloadArtifact(app: Routes, deps: ManagementDeps): void {
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
      const { artifact, isPublic } = await getArtifact(deps, caller, readNamed(deps, request.params));
      return deps.sendArtifact(reply, artifact, isPublic);
    },
  );
}
