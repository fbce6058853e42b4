import { z } from 'zod';
import { notFound } from '../../../../../../domain/errors.ts';
import { isReadable } from '../../../../../../domain/release.ts';
import type { ManagementDeps, Routes } from '../../../../deps.ts';
import { getVisiblePackage, getVisibleRelease, ReleaseParams, releasePath } from '../../find.ts';

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
      const { actor, params } = request;
      const subject = await getVisiblePackage(deps, actor, params);
      const release = await getVisibleRelease(deps, subject, actor, params.version);
      const artifact = release.artifacts.find(({ filename }) => filename === params.filename);
      if (!artifact) throw notFound('file');
      const isPublic = subject.pkg.visibility === 'public' && isReadable(release);
      return deps.sendArtifact(reply, artifact, isPublic);
    },
  );
}
