import { z } from 'zod';
import { rescanRelease } from '../../../../../services/findings/rescan.ts';
import { callerOf } from '../../../../callers.ts';
import type { ManagementDeps, Routes } from '../../../deps.ts';
import { readNamed, ReleaseParams, releasePath } from '../params.ts';

export function registerRescanRelease(app: Routes, deps: ManagementDeps): void {
  app.post(
    `${releasePath}/rescan`,
    {
      schema: {
        operationId: 'rescanRelease',
        tags: ['releases'],
        summary: 'Look through the files of a release again, with the scanners and advisories of now',
        description:
          'A finding that blocks hides the release at once. While a rescan of the release runs, its job is answered. Answers 409 for a release that was never scanned, or is gone.',
        security: [{ bearer: [] }],
        params: ReleaseParams,
        response: {
          202: z.object({ job_id: z.string().describe('For administrators: `GET /v1/admin/jobs/{id}`') }),
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request, request.actor);
      const jobId = await rescanRelease(deps, caller, readNamed(deps, request.params));
      return reply.code(202).send({ job_id: jobId });
    },
  );
}
