import { z } from 'zod';
import { holdRelease } from '../../../../../services/releases/hold.ts';
import { callerOf } from '../../../../callers.ts';
import type { ManagementDeps, Routes } from '../../../deps.ts';
import { text } from '../../../fields.ts';
import { readNamed, ReleaseParams, releasePath } from '../params.ts';
import { Release, showRelease } from './present.ts';

const Hold = z.object({ reason: text(1_000).min(1) });

export function registerHoldRelease(app: Routes, deps: ManagementDeps): void {
  app.post(
    `${releasePath}/hold`,
    {
      schema: {
        operationId: 'holdRelease',
        tags: ['releases'],
        summary: 'Hide a published release at once until somebody approves it again or rejects it',
        security: [{ bearer: [] }],
        params: ReleaseParams,
        body: Hold,
        response: { 200: Release },
      },
    },
    async (request) => {
      const caller = callerOf(request, request.actor);
      const named = readNamed(deps, request.params);
      return showRelease(deps, await holdRelease(deps, caller, named, request.body), caller.actor);
    },
  );
}
