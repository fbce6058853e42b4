import type { ManagementDeps, Routes } from '../../../deps.ts';
import { getVisiblePackage, getVisibleRelease, ReleaseParams, releasePath } from '../find.ts';
import { presentRelease, Release } from './present.ts';

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
      const { actor, params } = request;
      const subject = await getVisiblePackage(deps, actor, params);
      return presentRelease(subject, await getVisibleRelease(deps, subject, actor, params.version), actor);
    },
  );
}
