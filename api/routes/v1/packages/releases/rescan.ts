import { z } from 'zod';
import { callerOf } from '../../../../callers.ts';
import type { Routes } from '../../../routes.ts';
import { readNamed, ReleaseParams, releasePath } from '../params.ts';
import type { Services } from '../../../../../services/index.ts';

export function registerRescanRelease(app: Routes, services: Services): void {
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
      const jobId = await services.findings.rescan(caller, readNamed(services, request.params));
      return reply.code(202).send({ job_id: jobId });
    },
  );
}
