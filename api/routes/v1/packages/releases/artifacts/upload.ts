import { Readable } from 'node:stream';
import { z } from 'zod';
import { fieldLimits } from '../../../../../../domain/limits/fields.ts';
import { callerOf } from '../../../../../callers.ts';
import type { Routes } from '../../../../routes.ts';
import { text } from '../../../../fields.ts';
import { readNamed, ReleaseParams, releasePath } from '../../params.ts';
import type { Services } from '../../../../../../services/index.ts';

const Params = ReleaseParams.extend({ filename: z.string() });

const Query = z.object({
  kind: text(fieldLimits['file kind'])
    .min(1)
    .optional()
    .describe('As the protocol calls such a file; refused when it is another'),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/i)
    .optional()
    .describe('What the bytes must have'),
  is_signed: z.stringbool().default(false),
  signature_key_id: text(fieldLimits['key id']).min(1).optional(),
});

const Uploaded = z.object({ filename: z.string(), size_bytes: z.int(), sha256: z.string() });

export function registerUploadArtifact(app: Routes, services: Services): void {
  void app.register(async (scope: Routes) => {
    // the bytes are not parsed: their content type does not matter
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.put(
      `${releasePath}/artifacts/:filename`,
      {
        config: { body: 'v1.artifact' },
        schema: {
          operationId: 'uploadArtifact',
          tags: ['artifacts'],
          summary: 'One file of a release that is not published yet: the body is its bytes',
          security: [{ bearer: [] }],
          params: Params,
          querystring: Query,
          response: { 200: Uploaded, 201: Uploaded },
        },
      },
      async (request, reply) => {
        const { filename, ...named } = readNamed(services, request.params);
        const { kind, sha256, is_signed: isSigned, signature_key_id: signatureKeyId = null } = request.query;
        const artifact = { filename, kind, sha256, isSigned, signatureKeyId };
        const body = request.body instanceof Readable ? request.body : Readable.from([]);
        const done = await services.drafting.put(callerOf(request, request.actor), named, artifact, body);
        return reply
          .code(done.isNew ? 201 : 200)
          .send({ filename: done.filename, size_bytes: done.sizeBytes, sha256: done.sha256 });
      },
    );
  });
}
