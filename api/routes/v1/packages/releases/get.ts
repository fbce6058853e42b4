import type { Routes } from '../../../routes.ts';
import { callerOf } from '../../../../callers.ts';
import { asksForPage } from '../../../../plugins/asks-for-page.ts';
import { pathOf } from '../../../../../portal/page.ts';
import { varyBy } from '../../../../plugins/vary.ts';
import { readNamed, ReleaseParams, releasePath } from '../params.ts';
import { Release, showRelease } from './present.ts';
import type { Services } from '../../../../../services/index.ts';

export function registerGetRelease(app: Routes, services: Services): void {
  app.get(
    releasePath,
    {
      // one address for both: the status address in the messages of clients
      preHandler: async (request, reply) => {
        varyBy(reply, 'Accept');
        if (!asksForPage(request)) return;
        const { ecosystem, name, version } = ReleaseParams.parse(request.params);
        await reply.redirect(pathOf('login', 'releases', ecosystem, name, version), 303);
      },
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
        caller.actor,
      );
    },
  );
}
