import { z } from 'zod';
import { visibleState } from '../../../../../domain/release.ts';
import type { Submitted } from '../../../../../services/publishing/drafting.ts';
import { callerOf } from '../../../../callers.ts';
import type { Routes } from '../../../routes.ts';
import { readNamed, ReleaseParams, releasePath } from '../params.ts';
import { Status } from './present.ts';
import type { Services } from '../../../../../services/index.ts';

const Outcome = z.object({
  message: z.string(),
  version: z.string(),
  status: Status,
  artifact_count: z.int(),
  scan_jobs_enqueued: z.int(),
});

export function registerPublishRelease(app: Routes, services: Services): void {
  app.post(
    `${releasePath}/publish`,
    {
      schema: {
        operationId: 'publishRelease',
        tags: ['releases'],
        summary: 'All files have come: they are checked together, and visible together when nothing is found',
        security: [{ bearer: [] }],
        params: ReleaseParams,
        // 202: the release is being checked, or is held
        response: { 200: Outcome, 202: Outcome },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request, request.actor);
      const submitted = await services.drafting.publish(caller, readNamed(services, request.params));
      const outcome = present(submitted);
      return reply.code(submitted.release.state === 'published' ? 200 : 202).send(outcome);
    },
  );
}

function present({ pkg, release, artifactCount, scansStarted }: Submitted): z.infer<typeof Outcome> {
  const status = visibleState(release);
  const now = release.state === 'published' ? 'published' : (release.statusReason ?? 'being checked');
  return {
    message: `${pkg.name} ${release.version} is ${now}`,
    version: release.version,
    status,
    artifact_count: artifactCount,
    scan_jobs_enqueued: scansStarted,
  };
}
