import { z } from 'zod';
import type { ManagementDeps, Routes } from '../../../../deps.ts';
import { Time, time } from '../../../../fields.ts';
import { getRelease } from '../../../../../../services/releases/get.ts';
import { callerOf } from '../../../../../callers.ts';
import { readNamed, ReleaseParams, releasePath } from '../../params.ts';

const Artifact = z.object({
  id: z.string(),
  kind: z.string(),
  filename: z.string(),
  content_type: z.string(),
  size_bytes: z.int(),
  sha256: z.string(),
  sha512: z.string(),
  sha1: z.string(),
  md5: z.string(),
  uploaded_at: Time,
});

export function registerListArtifacts(app: Routes, deps: ManagementDeps): void {
  app.get(
    `${releasePath}/artifacts`,
    {
      schema: {
        operationId: 'listArtifacts',
        tags: ['artifacts'],
        summary: 'Files of a release',
        params: ReleaseParams,
        response: { 200: z.object({ artifacts: z.array(Artifact) }) },
      },
    },
    async (request) => {
      const caller = callerOf(request, request.actor);
      const { release } = await getRelease(deps, caller, readNamed(deps, request.params));
      const artifacts = release.artifacts.map(({ contentType, sizeBytes, uploadedAt, ...same }) => ({
        ...same,
        content_type: contentType,
        size_bytes: sizeBytes,
        uploaded_at: time(uploadedAt),
      }));
      return { artifacts };
    },
  );
}
