import type { Routes } from '../../../routes.ts';
import { callerOf } from '../../../../callers.ts';
import { readNamed, ReleaseParams, releasePath } from '../params.ts';
import { leadsToPage } from './leads-to-page.ts';
import { Release, showRelease } from './present.ts';
import type { Services } from '../../../../../services/index.ts';

export function registerGetRelease(app: Routes, services: Services): void {
  app.get(
    releasePath,
    {
      preHandler: leadsToPage,
      schema: {
        operationId: 'getRelease',
        tags: ['releases'],
        summary: 'One release; a held one for managers only. Browsers are led to the page for people',
        params: ReleaseParams,
        response: { 200: Release },
      },
    },
    async (request) => {
      const caller = callerOf(request, request.actor);
      return showRelease(
        services,
        await services.releases.get(caller, readNamed(services, request.params)),
        caller,
      );
    },
  );
}
