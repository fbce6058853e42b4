import { z } from 'zod';
import { FileBuild } from '../../../../../../domain/file-build.ts';
import { FileProof } from '../../../../../../domain/file-proof.ts';
import type { Routes } from '../../../../routes.ts';
import { Time, time } from '../../../../fields.ts';
import { openPage, paging, pageFields } from '../../../../paging.ts';
import { type ListedArtifact } from '../../../../../../services/releases/get.ts';
import { wordOf } from '../../../../../../services/publishing/drafting.ts';
import { callerOf } from '../../../../../callers.ts';
import { readNamed, ReleaseParams, releasePath } from '../../params.ts';
import type { Services } from '../../../../../../services/index.ts';

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
  is_signed: z.boolean(),
  signature_key_id: z.string().nullable(),
  uploaded_at: Time,
  is_staged: z.boolean().describe('It waits for its release, and becomes visible with it'),
  build: FileBuild.nullable().describe('The build that an attestation of the file names'),
  proof: FileProof.nullable().describe('What a signature says of another file; null for all others'),
});

export function registerListArtifacts(app: Routes, services: Services): void {
  app.get(
    `${releasePath}/artifacts`,
    {
      schema: {
        operationId: 'listArtifacts',
        tags: ['artifacts'],
        summary: 'Files of a release; before it is published also those that have come so far',
        params: ReleaseParams,
        querystring: z.object(paging(20)),
        response: { 200: z.object({ ...pageFields, artifacts: z.array(Artifact) }) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request, request.actor);
      const page = openPage(request);
      const artifacts = await services.releases.listArtifacts(
        caller,
        readNamed(services, request.params),
        page.window,
      );
      const { shown, fields } = page.close(reply, artifacts);
      return { ...fields, artifacts: shown.map(present) };
    },
  );
}

function present(artifact: ListedArtifact): z.infer<typeof Artifact> {
  const {
    position: _place,
    contentType,
    sizeBytes,
    uploadedAt,
    isSigned,
    signatureKeyId,
    isStaged,
    kind,
    ...same
  } = artifact;
  return {
    ...same,
    kind: wordOf(kind),
    content_type: contentType,
    size_bytes: sizeBytes,
    is_signed: isSigned,
    signature_key_id: signatureKeyId,
    uploaded_at: time(uploadedAt),
    is_staged: isStaged,
  };
}
