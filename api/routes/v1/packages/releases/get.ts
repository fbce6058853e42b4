import type { ManagementDeps, Routes } from '../../../deps.ts';
import { getRelease } from '../../../../../services/releases/get.ts';
import { callerOf } from '../../../../callers.ts';
import { readNamed, ReleaseParams, releasePath } from '../params.ts';
import { Release, showRelease } from './present.ts';

export function registerGetRelease(app: Routes, deps: ManagementDeps): void {
  app.get(
    releasePath,
    {
      schema: {
        operationId: 'getRelease',
        tags: ['releases'],
        summary: 'One release; a held one for managers only',
        params: ReleaseParams,
        response: { 200: Release },
      },
    },
    async (request) => {
      const caller = callerOf(request, request.actor);
      return showRelease(deps, await getRelease(deps, caller, readNamed(deps, request.params)), caller.actor);
    },
  );
}
